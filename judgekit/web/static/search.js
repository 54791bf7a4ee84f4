// The field that finds everything: suggestions while one types; the form works without it.
const field = document.getElementById('omni');
const list = document.getElementById('suggest');
const theme = document.querySelector('.theme');
const SHARES = { place: 1, clause: 7, ruling: 3, case: 2 };
let asked = 0;
let timer = 0;

function line(found) {
  const link = document.createElement('a');
  link.href = found.href;
  const title = document.createElement('b');
  title.textContent = found.title;
  const about = document.createElement('small');
  about.textContent = found.about;
  link.append(title, found.text, about);
  return link;
}

async function suggest() {
  const words = field.value.trim();
  const mine = ++asked;
  if (words.length < 2) { list.hidden = true; return; }
  const scope = field.form.elements.case;
  const query = new URLSearchParams({ q: words, format: 'json' });
  if (scope) query.set('case', scope.value);
  const answer = await fetch(`/search?${query}`);
  if (!answer.ok || mine !== asked) return;
  const { found } = await answer.json();
  const some = Object.entries(SHARES).flatMap(([what, most]) => found.filter((one) => one.what === what).slice(0, most));
  list.replaceChildren(...some.map(line));
  list.hidden = !some.length;
}

field.addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(suggest, 90); });
field.addEventListener('focus', () => { if (list.childElementCount) list.hidden = false; });
document.addEventListener('click', (event) => { if (!field.form.contains(event.target)) list.hidden = true; });
field.form.addEventListener('keydown', (event) => {
  const links = [...list.querySelectorAll('a')];
  const at = links.indexOf(document.activeElement);
  if (event.key === 'Escape') { list.hidden = true; field.blur(); }
  if (list.hidden || !['ArrowDown', 'ArrowUp'].includes(event.key)) return;
  event.preventDefault();
  const next = at + (event.key === 'ArrowDown' ? 1 : -1);
  (links[next] ?? field).focus();
});
document.addEventListener('keydown', (event) => {
  const typing = event.target.closest('input, textarea, select, [contenteditable]');
  if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey) { event.preventDefault(); field.focus(); field.select(); }
});

// the theme at once, and kept by the form's own cookie
theme.addEventListener('submit', async (event) => {
  event.preventDefault();
  const button = theme.querySelector('button');
  const chosen = button.value;
  const body = new URLSearchParams(new FormData(theme));
  body.set('theme', chosen);
  body.set('back', '/theme-is-set');
  document.documentElement.dataset.theme = chosen;
  const order = { auto: 'dark', dark: 'light', light: 'auto' };
  button.value = order[chosen];
  button.firstElementChild.textContent = { auto: '◐', dark: '●', light: '○' }[chosen];
  button.title = button.lastElementChild.textContent = `Theme: ${chosen}; switch to ${order[chosen]}`;
  await fetch('/theme', { method: 'POST', body, redirect: 'manual' });
});
