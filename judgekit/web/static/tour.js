// The tour: a panel that goes from page to page, marks what it speaks of, and ends whenever one likes.
const KEPT = 'judgekit.tour';
let steps = [];

function read() {
  try { return JSON.parse(sessionStorage.getItem(KEPT)); } catch { return null; }
}

function keep(state) {
  try { if (state) sessionStorage.setItem(KEPT, JSON.stringify(state)); else sessionStorage.removeItem(KEPT); } catch { /* a browser that keeps nothing */ }
}

// where a step happens: the page of the case (at its end, where somebody is asked), its sheet, or the editor
function pageOf(step, state) {
  if (step.page === 'editor') return `/positions/new?game=${state.game}`;
  return step.page === 'sheet' ? `${state.root}/0/sheet` : state.root;
}

function isHere(step, state) {
  if (step.page === 'editor') return location.pathname === '/positions/new';
  if (step.page === 'sheet') return location.pathname.endsWith('/sheet');
  const shown = document.querySelector(step.target)?.getClientRects().length > 0;
  return location.pathname.startsWith(`/cases/${state.root.split('/')[2]}/`) && shown;
}

function button(text, act, quiet = false) {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = text;
  made.className = quiet ? 'quiet' : '';
  made.addEventListener('click', act);
  return made;
}

function end() {
  keep(null);
  mark('');
  document.getElementById('tour')?.remove();
}

function mark(selector) {
  for (const old of document.querySelectorAll('.toured')) old.classList.remove('toured');
  const target = selector && document.querySelector(selector);
  if (!target) return;
  target.classList.add('toured');
  if (target.getBoundingClientRect().top > innerHeight - 80) target.scrollIntoView({ block: 'center' });
}

function to(at) {
  const state = { ...read(), at };
  keep(state);
  if (isHere(steps[at], state)) show(); else location.assign(pageOf(steps[at], state));
}

function show() {
  const state = read();
  const step = steps[state?.at];
  if (!step) { end(); return; }
  document.getElementById('tour')?.remove();
  const panel = document.createElement('section');
  panel.id = 'tour';
  panel.tabIndex = -1;
  panel.setAttribute('aria-label', 'Tour');
  const title = document.createElement('h2');
  title.textContent = `${state.at + 1} of ${steps.length}: ${step.title}`;
  if (step.key) { const key = document.createElement('kbd'); key.textContent = step.key; title.append(' ', key); }
  const text = document.createElement('p');
  const here = isHere(step, state);
  text.textContent = step.text;
  const row = document.createElement('div');
  row.className = 'row';
  if (!here) row.append(button('Go there', () => to(state.at)));
  if (state.at) row.append(button('Back', () => to(state.at - 1), true));
  if (state.at < steps.length - 1) row.append(button('Next', () => to(state.at + 1), !here));
  row.append(button(state.at < steps.length - 1 ? 'End the tour' : 'Done', end, true));
  panel.append(title, text, row);
  document.body.append(panel);
  panel.focus({ preventScroll: true });
  mark(here ? step.target : '');
}

export async function begin() {
  const game = location.hash.match(/^#tour=([\w-]+)/)?.[1];
  if (game) {
    keep({ at: 0, game, root: location.pathname.split('/').slice(0, 4).join('/') });
    history.replaceState(null, '', location.pathname + location.search);
  }
  const answer = await fetch('/help?format=json');
  steps = (await answer.json()).steps;
  show();
}
