// The board editor, livelier: the text follows while one types, faults come to their fields, nothing reloads.
// Without this file every button sends the form, and the same page comes back.
const form = document.getElementById('editor');
document.documentElement.classList.add('js');
const PAUSE = 300;
let timer = 0;
let asked = 0;

function body(button) {
  const data = new URLSearchParams(new FormData(form));
  data.set('part', '1');
  if (button) data.set('do', button.value);
  return data;
}

async function fetched(button) {
  const mine = ++asked;
  const slow = setTimeout(() => form.setAttribute('aria-busy', 'true'), PAUSE);
  const answer = await fetch(form.action, { method: 'POST', body: body(button), headers: { Accept: 'text/html' } }).catch(() => null);
  clearTimeout(slow);
  if (mine !== asked) return null;
  form.removeAttribute('aria-busy');
  if (!answer?.ok) {
    form.querySelector('.ed-status').textContent = 'judgekit does not answer. What you typed is still here; try again in a moment.';
    return null;
  }
  const holder = document.createElement('template');
  holder.innerHTML = await answer.text();
  return holder.content;
}

// after typing: the faults, the status and the side panel are new; the fields under one's fingers stay
function refresh(page) {
  for (const old of form.querySelectorAll('.ed-board .field-fault')) old.remove();
  for (const field of form.querySelectorAll('.ed-board [aria-invalid]')) { field.removeAttribute('aria-invalid'); field.removeAttribute('aria-describedby'); }
  for (const fault of page.querySelectorAll('.ed-board .field-fault')) {
    const field = form.elements[fault.dataset.for];
    if (!field?.after) continue;
    field.after(fault);
    field.setAttribute('aria-invalid', 'true');
    field.setAttribute('aria-describedby', fault.id);
  }
  form.querySelector('.ed-status').replaceWith(page.querySelector('.ed-status'));
  for (const fresh of page.querySelectorAll('.read-as')) form.querySelector(`.read-as[data-at="${fresh.dataset.at}"]`)?.replaceWith(fresh);
  form.elements.seen.value = page.querySelector('[name="seen"]').value;
  form.querySelector('#names').replaceWith(page.querySelector('#names'));
  kept = page.querySelector('#text').value;
  const panel = form.querySelector('#ed-panel');
  const open = [...panel.querySelectorAll('details')].map((one) => one.open);
  const held = panel.contains(document.activeElement);
  if (held) return;
  const fresh = page.querySelector('#ed-panel');
  fresh.querySelectorAll('details').forEach((one, at) => { if (open[at]) one.open = true; });
  panel.replaceWith(fresh);
}

// after a button: the whole form is new; the focus goes where it was, or to what was added
function replace(page, button) {
  const where = document.activeElement?.name;
  const open = [...form.querySelectorAll('details[open] [name]')].map((one) => one.name);
  form.replaceChildren(page);
  for (const name of open) form.elements[name]?.closest?.('details')?.setAttribute('open', '');
  const fresh = button.value.startsWith('card:') || button.value.startsWith('define:') ? [...form.querySelectorAll('.ed-card')].pop()?.querySelector('input') : null;
  const same = where && where !== 'do' ? form.elements[where] : [...form.querySelectorAll('button')].find((one) => one.value === button.value);
  const next = fresh ?? (same?.focus ? same : form.querySelector('#quick'));
  next.focus();
  if (next.matches('input:not([type]), [type="text"], textarea')) next.setSelectionRange(next.value.length, next.value.length);
}

form.addEventListener('input', (event) => {
  const { name } = event.target;
  clearTimeout(timer);
  if (name === 'text' || name === 'quick' || name.startsWith('add/')) return;
  timer = setTimeout(async () => {
    const page = await fetched();
    if (page) { refresh(page); note(page); }
  }, PAUSE);
});

// another type of card has other fields; the text fills the form when one leaves it
form.addEventListener('change', async (event) => {
  const { name } = event.target;
  if (!name.endsWith('/is/type') && name !== 'text') return;
  clearTimeout(timer);
  const button = { value: name === 'text' ? 'check' : 'add' };
  const page = await fetched(button);
  if (page) { replace(page, button); note(); }
});

// one button after the other; a line that is typed while the last one is on its way is not mixed with it
let sending = Promise.resolve();
async function send(button, line) {
  const joined = (...lines) => lines.filter(Boolean).join(' ');
  const meanwhile = form.elements.quick.value;
  form.elements.quick.value = line;
  const coming = fetched(button);
  form.elements.quick.value = meanwhile;
  const page = await coming;
  const typed = form.elements.quick.value;
  if (!page) { form.elements.quick.value = joined(line, typed); return; }
  replace(page, button);
  const quick = form.elements.quick;
  if (typed) quick.value = joined(quick.value, typed);
  if (document.activeElement === quick) quick.setSelectionRange(quick.value.length, quick.value.length);
  note();
}

form.addEventListener('submit', (event) => {
  const button = event.submitter;
  const leaves = ['open', 'save'].includes(button?.value);
  if (leaves) return;
  event.preventDefault();
  clearTimeout(timer);
  const line = form.elements.quick.value;
  form.elements.quick.value = '';
  sending = sending.then(() => send(button ?? { value: 'add' }, line));
});

// drafts: what is typed is kept in this browser, survives Back, reload and a crash, and is listed on the home page
const shelf = import(form.dataset.shelf);
const game = form.elements.game.value;
let draft = new URLSearchParams(location.hash.slice(1)).get('draft') ?? '';
let kept = form.querySelector('#text').value;
const past = [kept];
let now = 0;

async function store() {
  draft ||= `${game}-${Date.now().toString(36)}`;
  const title = form.elements['head/title'].value || `${game}, ${new Date().toLocaleString()}`;
  const made = { name: draft, game, title, text: kept, time: Date.now() };
  try { await (await shelf).keep(made); } catch { return; } // a browser that keeps nothing
  if (!location.hash.includes(draft)) history.replaceState(null, '', `${location.pathname}${location.search}#draft=${draft}`);
  form.querySelector('#draft-said').textContent = 'Draft kept in this browser.';
}

// a change that is over: into the history of changes, and into the draft
function note(page) {
  if (!page) kept = form.querySelector('#text').value;
  if (kept !== past[now]) { past.splice(now + 1, past.length, kept); now = past.length - 1; store(); }
  showHistory();
}

function showHistory() {
  form.querySelector('[data-undo]').disabled = now === 0;
  form.querySelector('[data-redo]').disabled = now === past.length - 1;
  if (draft) form.querySelector('#draft-said').textContent = 'Draft kept in this browser.';
}

async function travel(by) {
  if (!(now + by in past)) return;
  clearTimeout(timer);
  now += by;
  kept = past[now];
  await fill(kept);
  store();
  showHistory();
}

// the form anew from a text
async function fill(text) {
  form.querySelector('#text').value = text;
  const page = await fetched({ value: 'read' });
  if (page) replace(page, { value: 'read' });
}

form.addEventListener('click', (event) => {
  const link = event.target.closest('[data-field]');
  if (event.target.closest('[data-undo]')) travel(-1);
  if (event.target.closest('[data-redo]')) travel(1);
  if (!link) return;
  const field = form.elements[link.dataset.field];
  if (!field?.focus) return;
  event.preventDefault();
  for (let box = field.closest('details'); box; box = box.parentElement.closest('details')) box.open = true;
  field.focus();
});
document.addEventListener('keydown', (event) => {
  const typing = event.target.matches?.('input:not([type="checkbox"]), textarea');
  if (typing || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
  event.preventDefault();
  travel(event.shiftKey ? 1 : -1);
});

// dragging with mouse, pen or finger: a card goes to the area where it is let go
let dragged = null;
form.addEventListener('pointerdown', (event) => {
  const grip = event.target.closest('.ed-grip');
  if (!grip || event.button) return;
  event.preventDefault();
  dragged = grip.closest('.ed-entry');
  dragged.classList.add('dragged');
  grip.setPointerCapture(event.pointerId);
});
const areaAt = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest('.ed-area');
form.addEventListener('pointermove', (event) => {
  if (!dragged) return;
  for (const one of form.querySelectorAll('.ed-area.over')) one.classList.remove('over');
  areaAt(event)?.classList.add('over');
});
function letGo() {
  for (const one of form.querySelectorAll('.ed-area.over, .ed-entry.dragged')) one.classList.remove('over', 'dragged');
  dragged = null;
}
form.addEventListener('pointercancel', letGo);
form.addEventListener('pointerup', async (event) => {
  if (!dragged) return;
  const to = areaAt(event)?.dataset.where;
  const button = { value: `move:${dragged.dataset.entry}>${to}` };
  const isElsewhere = to && !dragged.dataset.entry.startsWith(`pile/${to}/`);
  letGo();
  if (!isElsewhere) return;
  const page = await fetched(button);
  if (page) { replace(page, button); note(); }
});

async function take() {
  const found = draft && await (await shelf).find(draft).catch(() => null);
  if (found && found.game === game && found.text !== kept) { past[0] = kept = found.text; fill(kept).then(showHistory); }
}
take();
