// Keys: which one does what. The list in the dialog says the usual ones; others are kept in the browser.
const STORE = 'judgekit.keys';
const SIGNS = { ArrowRight: '→', ArrowLeft: '←', ArrowUp: '↑', ArrowDown: '↓', PageDown: 'PgDn', PageUp: 'PgUp', ' ': 'Space', Escape: 'Esc' };
const dialog = document.getElementById('keys');
const rows = [...dialog.querySelectorAll('.key-row')];
const usual = new Map(rows.map((row) => [row.dataset.action, row.dataset.key]));
const holds = new Set(rows.filter((row) => 'hold' in row.dataset).map((row) => row.dataset.action));
const said = document.getElementById('keys-said');
let chosen = kept();
let waiting = null; // the row whose key is the next one that is pressed
let held = '';

function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(STORE)) ?? {};
    return Object.fromEntries(Object.entries(found).filter(([action, key]) => usual.has(action) && typeof key === 'string'));
  } catch {
    return {};
  }
}

function keep() {
  try { localStorage.setItem(STORE, JSON.stringify(chosen)); } catch { /* a browser that keeps nothing */ }
}

const keyOf = (action) => chosen[action] ?? usual.get(action);
const actionOf = (key) => [...usual.keys()].find((action) => keyOf(action) === key);
const labelOf = (action) => rows.find((row) => row.dataset.action === action).querySelector('dd').firstChild.textContent;

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
function draw(root = document) {
  if (!Object.keys(chosen).length && root !== document) return;
  for (const hint of root.querySelectorAll('[data-key-of]')) if (usual.has(hint.dataset.keyOf)) hint.textContent = shown(keyOf(hint.dataset.keyOf));
}

function take(event) {
  event.preventDefault();
  event.stopPropagation();
  if (['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return;
  const { action } = waiting.dataset;
  const key = named(event);
  const other = actionOf(key);
  waiting.classList.remove('waiting');
  waiting = null;
  if (event.key === 'Escape') { said.textContent = 'Nothing was changed.'; return; }
  if (other && other !== action) { said.textContent = `${shown(key)} already does: ${labelOf(other)}. Choose another key.`; return; }
  chosen[action] = key;
  if (key === usual.get(action)) delete chosen[action];
  keep();
  draw();
  said.textContent = `${shown(key)} now does: ${labelOf(action)}.`;
}

dialog.addEventListener('click', (event) => {
  const button = event.target.closest('.remap');
  if (button) {
    waiting?.classList.remove('waiting');
    waiting = button.closest('.key-row');
    waiting.classList.add('waiting');
    said.textContent = `Press the key for: ${labelOf(waiting.dataset.action)}.`;
  }
  if (event.target.id === 'keys-reset') {
    chosen = {};
    keep();
    draw();
    said.textContent = 'The usual keys are back.';
  }
});
dialog.addEventListener('keydown', (event) => { if (waiting) take(event); }, true);
dialog.addEventListener('close', () => { waiting?.classList.remove('waiting'); waiting = null; said.textContent = ''; });

const typing = (target) => target.closest?.('input:not([type=checkbox]), textarea, select, [contenteditable], dialog');
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
document.addEventListener('judgekit:stepped', () => draw(document.getElementById('desk')));

for (const row of rows) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'quiet remap';
  button.textContent = 'change';
  button.setAttribute('aria-label', `Change the key for: ${labelOf(row.dataset.action)}`);
  row.querySelector('dd').append(button);
}
document.documentElement.classList.add('js');
if (Object.keys(chosen).length) draw();
