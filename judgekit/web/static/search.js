// The fields that find everything: suggestions while one types; the forms work without it.
const theme = document.querySelector('.theme');
const omni = document.getElementById('omni');
const SHARES = { place: 4, clause: 7, ruling: 3, case: 2 };

function line(found, id) {
  const link = document.createElement('a');
  link.href = found.href;
  link.id = id;
  link.tabIndex = -1;
  link.setAttribute('role', 'option');
  link.setAttribute('aria-selected', 'false');
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

// a combobox: the focus stays in the field, the arrows choose, Enter goes there
function suggesting(field) {
  const list = field.form.querySelector('.suggest');
  const said = document.createElement('span');
  let asked = 0;
  let timer = 0;
  let chosen = -1;
  list.id ||= `suggest-${field.id}`;
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', 'Suggestions');
  said.className = 'unseen';
  said.setAttribute('role', 'status');
  field.form.append(said);
  for (const [name, value] of Object.entries({ role: 'combobox', 'aria-autocomplete': 'list', 'aria-controls': list.id, 'aria-expanded': 'false' })) field.setAttribute(name, value);

  function open(is) {
    list.hidden = !is;
    field.setAttribute('aria-expanded', String(is));
    if (!is) choose(-1);
  }

  function choose(at) {
    const links = [...list.children];
    chosen = links[at] ? at : -1;
    for (const [place, link] of links.entries()) link.setAttribute('aria-selected', String(place === chosen));
    if (chosen < 0) { field.removeAttribute('aria-activedescendant'); return; }
    field.setAttribute('aria-activedescendant', links[chosen].id);
    links[chosen].scrollIntoView({ block: 'nearest' });
  }

  async function suggest() {
    const words = field.value.trim();
    const mine = ++asked;
    if (words.length < 2) { open(false); return; }
    const query = new URLSearchParams(new FormData(field.form));
    const seat = seatHere();
    if (seat) query.set('v', seat);
    query.set('q', words);
    query.set('format', 'json');
    const answer = await fetch(`/search?${query}`);
    if (!answer.ok || mine !== asked) return;
    const { found } = await answer.json();
    const some = Object.entries(SHARES).flatMap(([what, most]) => found.filter((one) => one.what === what).slice(0, most));
    list.replaceChildren(...some.map((one, at) => line(one, `${list.id}-${at}`)));
    open(some.length > 0);
    said.textContent = some.length === 1 ? '1 suggestion' : `${some.length} suggestions`;
  }

  field.addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(suggest, 90); });
  field.addEventListener('focus', () => { if (list.childElementCount) open(true); });
  document.addEventListener('click', (event) => { if (!field.form.contains(event.target)) open(false); });
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') { open(false); field.blur(); }
    if (list.hidden) return;
    if (event.key === 'Enter' && chosen >= 0) { event.preventDefault(); list.children[chosen].click(); }
    if (!['ArrowDown', 'ArrowUp'].includes(event.key)) return;
    event.preventDefault();
    const many = list.childElementCount;
    choose(event.key === 'ArrowDown' ? Math.min(chosen + 1, many - 1) : chosen - 1);
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

// the tour goes on from page to page
const tour = document.documentElement.dataset.tour;
let touring = location.hash.startsWith('#tour=');
try { touring ||= sessionStorage.getItem('judgekit.tour') !== null; } catch { /* a browser that keeps nothing */ }
if (touring) import(tour).then((module) => module.begin());
