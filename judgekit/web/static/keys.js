// Keys: which one does what. The usual ones come with the page; others are kept in the browser.
const STORE = 'judgekit.keys';
const SIGNS = { ArrowRight: '→', ArrowLeft: '←', ArrowUp: '↑', ArrowDown: '↓', PageDown: 'PgDn', PageUp: 'PgUp', ' ': 'Space', Escape: 'Esc' };
const desk = document.getElementById('desk');
const told = desk.dataset.keys.split('\n').map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]);
const usual = new Map(told.map(([action, key]) => [action.replace('*', ''), key]));
const holds = new Set(told.filter(([action]) => action.startsWith('*')).map(([action]) => action.slice(1)));
let chosen = kept();
let held = '';

function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(STORE)) ?? {};
    return Object.fromEntries(Object.entries(found).filter(([action, key]) => usual.has(action) && typeof key === 'string'));
  } catch {
    return {};
  }
}

function choose(keys) {
  chosen = keys;
  try { localStorage.setItem(STORE, JSON.stringify(chosen)); } catch { /* a browser that keeps nothing */ }
  draw(document);
}

const keyOf = (action) => chosen[action] ?? usual.get(action);
const actionOf = (key) => [...usual.keys()].find((action) => keyOf(action) === key);

function shown(key) {
  const parts = key.length > 1 ? key.split('+').filter(Boolean) : [key];
  const last = parts.pop();
  return parts.map((one) => ({ ctrl: 'Ctrl+', shift: '⇧' })[one]).join('') + (SIGNS[last] ?? last);
}

// the name of a key press: a sign is what it is, whatever else was held to type it
function named(event) {
  const { key } = event;
  const isLetter = key.length === 1 && key.toLowerCase() !== key.toUpperCase();
  const isSign = key.length === 1 && !isLetter && key !== ' ';
  const plain = isLetter ? (event.shiftKey ? key.toUpperCase() : key.toLowerCase()) : key;
  return `${event.ctrlKey ? 'ctrl+' : ''}${event.shiftKey && !isSign ? 'shift+' : ''}${plain}`;
}

function tell(name, detail) {
  document.dispatchEvent(new CustomEvent(`judgekit:${name}`, { detail }));
}

// hints on buttons follow the keys
function draw(root) {
  for (const hint of root.querySelectorAll('[data-key-of]')) if (usual.has(hint.dataset.keyOf)) hint.textContent = shown(keyOf(hint.dataset.keyOf));
}

// the list of keys is fetched when somebody wants to see it
document.addEventListener('judgekit:keys', async () => {
  const { showKeys } = await import(desk.dataset.remap);
  await showKeys({ usual, actionOf, shown, named, draw, choose, chosen: () => chosen });
});

// a dialog that has just closed can keep the focus until the next frame
const typing = (target) => target.closest?.('input:not([type=checkbox]), textarea, select, [contenteditable], dialog[open]');
document.addEventListener('keydown', (event) => {
  if (event.defaultPrevented || typing(event.target) || event.altKey || event.metaKey) return;
  if ([' ', 'Enter'].includes(event.key) && event.target.closest?.('button, a, summary, input')) return;
  const action = actionOf(named(event));
  if (!action || action === 'search') return;
  event.preventDefault();
  if (!holds.has(action)) { tell('do', action); return; }
  if (held === action) return;
  held = action;
  tell('hold', action);
});
document.addEventListener('keyup', (event) => {
  if (!held || actionOf(named(event)) !== held) return;
  held = '';
  tell('hold', '');
});
window.addEventListener('blur', () => { if (held) { held = ''; tell('hold', ''); } });
document.addEventListener('judgekit:stepped', () => { if (Object.keys(chosen).length) draw(desk); });

document.documentElement.classList.add('js');
if (Object.keys(chosen).length) draw(document);
