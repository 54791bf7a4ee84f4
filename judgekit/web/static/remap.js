// The list of keys as a dialog, and how a key becomes another one.
let keys = null; // what keys.js lends
let dialog = null;
let waiting = null; // the row whose key is the next one that is pressed

export async function showKeys(lent) {
  keys = lent;
  dialog ??= await made();
  keys.draw(dialog);
  dialog.showModal();
}

async function made() {
  const answer = await fetch('/keys', { headers: { Accept: 'text/html' } });
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const fresh = document.createElement('dialog');
  fresh.id = 'keys';
  fresh.setAttribute('aria-labelledby', 'keys-title');
  fresh.append(page.getElementById('key-list'));
  document.body.append(fresh);
  for (const row of fresh.querySelectorAll('.key-row')) row.querySelector('dd').append(changer(row));
  fresh.addEventListener('click', clicked);
  fresh.addEventListener('keydown', (event) => { if (waiting) take(event); }, true);
  fresh.addEventListener('close', () => { giveUp(); say(''); });
  return fresh;
}

const labelOf = (row) => row.querySelector('dd').firstChild.textContent;
const rowOf = (action) => dialog.querySelector(`.key-row[data-action="${action}"]`);
const say = (words) => { document.getElementById('keys-said').textContent = words; };

function changer(row) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'quiet remap';
  button.textContent = 'change';
  button.setAttribute('aria-label', `Change the key for: ${labelOf(row)}`);
  return button;
}

function giveUp() {
  waiting?.classList.remove('waiting');
  waiting = null;
}

function clicked(event) {
  const button = event.target.closest('.remap');
  if (button) {
    giveUp();
    waiting = button.closest('.key-row');
    waiting.classList.add('waiting');
    say(`Press the key for: ${labelOf(waiting)}.`);
  }
  if (event.target.id === 'keys-reset') {
    keys.choose({});
    say('The usual keys are back.');
  }
}

function take(event) {
  event.preventDefault();
  event.stopPropagation();
  if (['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return;
  const row = waiting;
  const { action } = row.dataset;
  const key = keys.named(event);
  const other = keys.actionOf(key);
  giveUp();
  if (event.key === 'Escape') { say('Nothing was changed.'); return; }
  if (other && other !== action) { say(`${keys.shown(key)} already does: ${labelOf(rowOf(other))}. Choose another key.`); return; }
  const { [action]: _, ...rest } = keys.chosen();
  keys.choose(key === keys.usual.get(action) ? rest : { ...rest, [action]: key });
  say(`${keys.shown(key)} now does: ${labelOf(row)}.`);
}
