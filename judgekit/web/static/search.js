// The fields that find everything: suggestions while one types; the forms work without it.
const theme = document.querySelector('.theme');
const omni = document.getElementById('omni');
const SHARES = { place: 4, clause: 7, ruling: 3, case: 2 };

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

// the seat that is looked from: boards are swapped in place, so the address knows it best
function seatHere() {
  return omni.form.elements.case ? new URLSearchParams(location.search).get('v') : null;
}

function suggesting(field) {
  const list = field.form.querySelector('.suggest');
  let asked = 0;
  let timer = 0;

  async function suggest() {
    const words = field.value.trim();
    const mine = ++asked;
    if (words.length < 2) { list.hidden = true; return; }
    const query = new URLSearchParams(new FormData(field.form));
    const seat = seatHere();
    if (seat) query.set('v', seat);
    query.set('q', words);
    query.set('format', 'json');
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
}

omni.form.addEventListener('formdata', (event) => {
  const seat = seatHere();
  if (seat) event.formData.set('v', seat);
});
for (const field of [omni, ...document.querySelectorAll('[data-suggest]')]) suggesting(field);
document.addEventListener('keydown', (event) => {
  const typing = event.target.closest('input, textarea, select, [contenteditable]');
  if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey) { event.preventDefault(); omni.focus(); omni.select(); }
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
