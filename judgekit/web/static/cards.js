// Type-ahead from the card library in the editor's fields and in its one-line entry; all works without it.
const form = document.getElementById('editor');
const PAUSE = 80;
let timer = 0;
let asked = 0;

// what is being typed: a name in an area (after the last comma), or the last word of the line
function typing(field) {
  if (field.getAttribute('list') === 'names') {
    const at = field.value.lastIndexOf(',') + 1;
    return { before: field.value.slice(0, at), words: field.value.slice(at).trim(), list: 'names', quoted: false };
  }
  if (field.name !== 'quick') return null;
  const open = (field.value.match(/"/g) ?? []).length % 2 === 1;
  const at = open ? field.value.lastIndexOf('"') : field.value.lastIndexOf(' ') + 1;
  return { before: field.value.slice(0, at), words: field.value.slice(at).replace('"', '').trim(), list: 'lines', quoted: true };
}

function option(one, part) {
  const found = document.createElement('option');
  const word = part.quoted && /\s/.test(one.word) ? `"${one.word}"` : one.word;
  found.value = part.before + (part.before && !part.before.endsWith(' ') && !part.quoted ? ' ' : '') + word;
  found.label = [one.name, one.number, one.type].filter(Boolean).join(' · ');
  found.dataset.card = '1';
  return found;
}

async function suggest(field) {
  const part = typing(field);
  const mine = ++asked;
  if (!part || part.words.length < 2) return;
  const query = new URLSearchParams({ game: form.elements.game.value, q: part.words });
  const answer = await fetch(`/library/suggest?${query}`, { headers: { Accept: 'application/json' } });
  if (!answer.ok || mine !== asked) return;
  const { found } = await answer.json();
  const list = document.getElementById(part.list);
  for (const old of list.querySelectorAll('[data-card]')) old.remove();
  list.append(...found.map((one) => option(one, part)));
}

form.addEventListener('input', (event) => {
  clearTimeout(timer);
  if (!event.target.getAttribute('list')) return;
  timer = setTimeout(() => suggest(event.target), PAUSE);
});
