// What few steps of a case need: breakpoints, boards that are only looked at, answers put under their question.
let desk = null; // what the case page lends
let breaks = [];
let shownInstead = null;

export function begin(lent) {
  desk = lent;
  breaks = keptBreaks();
  document.addEventListener('judgekit:stepped', showBreaks);
  showBreaks();
  return { run, breakHere, preview, unpreview, isPreview: () => shownInstead !== null, lookBack, copy, pick, openPile };
}

// breakpoints: kept in the browser, one list for a case
function keptBreaks() {
  try {
    const found = JSON.parse(localStorage.getItem(desk.breaks)) ?? [];
    return found.filter((one) => typeof one.clause === 'string' || typeof one.card === 'string');
  } catch {
    return [];
  }
}

const sameBreak = (one, other) => one.clause === other.clause && one.card === other.card;

function toggleBreak(wanted) {
  const found = breaks.findIndex((one) => sameBreak(one, wanted));
  if (found >= 0) breaks.splice(found, 1); else breaks.push(wanted);
  try { localStorage.setItem(desk.breaks, JSON.stringify(breaks)); } catch { /* a browser that keeps nothing */ }
  desk.say(`${found >= 0 ? 'No breakpoint' : 'Breakpoint'} at ${wanted.name ?? wanted.clause}.`);
  showBreaks();
}

function breakHere() {
  const { card, clause } = desk.data().dataset;
  const name = document.querySelector('.chosen h3')?.firstChild.textContent.trim();
  if (card) toggleBreak({ card, name }); else if (clause) toggleBreak({ clause });
}

function breakLine(one) {
  const item = document.createElement('li');
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'quiet';
  button.textContent = 'remove';
  button.setAttribute('aria-label', `Remove the breakpoint at ${one.name ?? one.clause}`);
  button.onclick = () => toggleBreak(one);
  item.append(one.name ?? one.clause, ' ', button);
  return item;
}

function showBreaks() {
  document.getElementById('break-list').replaceChildren(...breaks.map(breakLine));
  document.getElementById('break-count').textContent = breaks.length;
  const { card, clause } = desk.data().dataset;
  const isHere = breaks.some((one) => sameBreak(one, card ? { card } : { clause }) || (card && one.card === card));
  for (const button of document.querySelectorAll('.transport [data-do="break"]')) button.setAttribute('aria-pressed', String(isHere));
  for (const node of document.querySelectorAll('.timeline .node')) node.classList.toggle('breaks', breaks.some((one) => one.clause === node.dataset.clause));
}

function run(back) {
  if (!breaks.length) { desk.go(desk.move(back ? 'run-back' : 'run')); return; }
  const query = new URLSearchParams(breaks.map((one) => (one.card ? ['on', one.card] : ['clause', one.clause])));
  if (back) query.set('back', '1');
  desk.seek(`${desk.move('break')}&${query}`);
}

// a board that is only looked at: the one before, or the one under the pointer
async function preview(address, label) {
  const mine = desk.asked();
  const parts = await desk.load(address).catch(() => null);
  if (!parts || mine !== desk.asks()) return;
  const old = parts.getElementById('board').cloneNode(true);
  old.id = 'board-before';
  old.inert = true;
  const board = document.getElementById('board');
  unpreview();
  shownInstead = old;
  board.hidden = true;
  board.after(old);
  const note = document.createElement('p');
  note.className = 'preview-note';
  const { at, said } = parts.getElementById('step-data').dataset;
  note.textContent = `${label} ${at}: ${said}`;
  old.prepend(note);
}

function unpreview() {
  shownInstead?.remove();
  shownInstead = null;
  document.getElementById('board').hidden = false;
}

// an answer that takes a moment, put under its question
async function lookBack(link) {
  link.setAttribute('aria-busy', 'true');
  const answer = await fetch(link.href, { headers: { Accept: 'text/html' } });
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const found = page.getElementById('hindsight');
  link.removeAttribute('aria-busy');
  if (!found) { location.assign(link.href); return; }
  link.closest('.attempt').querySelector('.hindsight')?.remove();
  found.removeAttribute('id');
  link.closest('.hind').after(found);
  desk.say(found.innerText);
}

async function copy(holder) {
  try {
    await navigator.clipboard.writeText(holder.querySelector('pre').textContent);
    desk.say('Copied.');
  } catch {
    getSelection().selectAllChildren(holder.querySelector('pre'));
    desk.say('Selected; copy it with Ctrl+C.');
  }
}

// the cards and areas that a correction can name
async function pick() {
  const url = new URL(desk.here(), location.href);
  url.searchParams.set('part', 'picks');
  const answer = await fetch(url, { headers: { Accept: 'text/html' } });
  if (!answer.ok) return;
  const holder = document.createElement('template');
  holder.innerHTML = await answer.text();
  for (const list of holder.content.querySelectorAll('datalist')) document.getElementById(list.id).replaceWith(list);
}

// all the cards of a pile, in a window of their own
async function openPile(link) {
  const answer = await fetch(new URL(link.getAttribute('href'), new URL(desk.here(), location.href)), { headers: { Accept: 'text/html' } });
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const found = page.getElementById('pile');
  if (!found) { location.assign(link.href); return; }
  const box = document.createElement('dialog');
  box.className = 'pile';
  const title = found.querySelector('h1');
  const heading = document.createElement('h2');
  heading.append(...title.childNodes);
  title.replaceWith(heading);
  heading.id = 'pile-title';
  box.setAttribute('aria-labelledby', 'pile-title');
  box.append(found);
  box.addEventListener('click', (event) => {
    const close = event.target === box || event.target.closest('[data-close]');
    if (!close && !event.target.closest('a')) return;
    event.preventDefault();
    box.close();
    if (!close) { event.stopPropagation(); desk.go(event.target.closest('a').getAttribute('href')); }
  });
  box.addEventListener('close', () => { box.remove(); link.focus(); });
  document.body.append(box);
  box.showModal();
}
