// Stepping in place: the parts of the page that change are fetched, neighbours ahead of time.
const desk = document.getElementById('desk');
const live = document.getElementById('live');
const ahead = new Map(); // address -> promise of its parts
const MOST = 24;
const REGIONS = ['step-data', 'process', 'now', 'board', 'question', 'inspector', 'transport', 'log'];
const MODES = { every: ['timing', 'timing-back'], skip: ['skip', 'skip-back'], free: ['free', 'free-back'] };
let playing = 0;
let latest = 0;
let held = ''; // where steps stop while a key is down
let pressed = ''; // or after a button was
let pinned = ''; // where the reader stood before a jump

const data = () => document.getElementById('step-data');
const move = (name) => data().querySelector(`[data-move="${name}"]`)?.getAttribute('href');
const here = () => data().dataset.href;
const tell = (name, detail) => document.dispatchEvent(new CustomEvent(`judgekit:${name}`, { detail }));
const say = (words) => { live.textContent = words; };

function logHas(address) {
  const place = new URL(address, location.href).pathname.split('/').pop();
  return document.getElementById(`at-${place.replace('.', '-')}`);
}

function sameView(address) {
  const now = new URL(here(), location.href);
  const next = new URL(address, location.href);
  return ['d', 'v'].every((key) => now.searchParams.get(key) === next.searchParams.get(key)) && sameLine(now, next);
}

const sameLine = (one, other) => one.pathname.split('/').slice(0, 4).join('/') === other.pathname.split('/').slice(0, 4).join('/');

function load(address) {
  const known = ahead.get(address);
  if (known) return known;
  const url = new URL(address, location.href);
  url.searchParams.set('part', sameView(address) && logHas(address) ? 'board' : '1');
  const promise = fetch(url, { headers: { Accept: 'text/html' } }).then(async (answer) => {
    if (!answer.ok) throw new Error(String(answer.status));
    const holder = document.createElement('template');
    holder.innerHTML = await answer.text();
    return holder.content;
  });
  promise.catch(() => ahead.delete(address));
  ahead.set(address, promise);
  if (ahead.size > MOST) ahead.delete(ahead.keys().next().value);
  return promise;
}

function swap(parts) {
  const seen = document.getElementById('board').scrollTop;
  for (const id of REGIONS) {
    const fresh = parts.getElementById(id);
    const old = document.getElementById(id);
    if (fresh && old && !fresh.isEqualNode(old)) old.replaceWith(fresh.cloneNode(true));
  }
  if (seen) document.getElementById('board').scrollTop = seen;
}

function markLog() {
  const line = document.getElementById(`at-${data().dataset.at.replace('.', '-')}`);
  if (!line) return;
  for (const old of document.querySelectorAll('.log-line.current')) {
    old.classList.remove('current');
    old.firstElementChild.removeAttribute('aria-current');
  }
  line.classList.add('current');
  line.firstElementChild.setAttribute('aria-current', 'true');
}

function showLine() {
  const line = document.querySelector('.log-line.current');
  if (!line) return;
  const log = document.getElementById('log');
  const top = line.offsetTop - log.offsetTop;
  if (top < log.scrollTop + 40 || top > log.scrollTop + log.clientHeight - 60) log.scrollTop = top - log.clientHeight / 2;
}

// what changed comes into sight, where the board is larger than its place
function showChange() {
  const wrap = document.getElementById('board');
  if (wrap.scrollHeight <= wrap.clientHeight + 4) return;
  const changed = wrap.querySelector('.card.changed, .card:has(.delta)') ?? wrap.querySelector('.ghost, .number.changed');
  if (!changed) return;
  const box = changed.getBoundingClientRect();
  const frame = wrap.getBoundingClientRect();
  const middle = wrap.querySelector('.middle').offsetHeight;
  if (box.top < frame.top + 8) wrap.scrollTop -= frame.top - box.top + middle + 12;
  else if (box.bottom > frame.bottom - 8) wrap.scrollTop += box.bottom - frame.bottom + middle + 12;
}

function afterSwap() {
  document.title = data().dataset.title;
  say(data().dataset.said);
  markLog();
  requestAnimationFrame(() => setTimeout(settle, 0)); // the new board is shown first
}

// the timeline has this place in its middle, where it is wider than the screen
function centre() {
  const wrap = document.querySelector('.timeline-wrap');
  const node = wrap?.querySelector('.node.current rect');
  if (node && wrap.scrollWidth > wrap.clientWidth) wrap.scrollLeft = Number(node.getAttribute('x')) - wrap.clientWidth / 2;
}

function settle() {
  showLine();
  centre();
  showChange();
  fitLinks();
  showModes();
  tell('stepped');
  prefetch();
}

function prefetch() {
  const wanted = ['next', 'back'].map(move).filter(Boolean);
  for (const address of wanted) if (!ahead.has(address)) load(address).catch(() => {});
}

// forms and links outside of the parts follow the place
function fitLinks() {
  const root = desk.dataset.root;
  const at = data().dataset.at;
  const query = new URL(here(), location.href).search;
  for (const form of document.querySelectorAll('form[data-place]')) {
    form.action = `${root}/${at}/${form.getAttribute('action').split('/').pop()}`;
  }
  for (const link of document.querySelectorAll('[data-place-links] a')) {
    const last = link.getAttribute('href').split('?')[0].split('/').pop();
    if (last !== 'export.judgekit') link.href = `${root}/${at}/${last}${query}`;
  }
  for (const link of document.querySelectorAll('[data-view]')) {
    const own = new URL(link.href);
    const params = new URLSearchParams(query);
    const value = own.searchParams.get(link.dataset.view);
    if (value) params.set(link.dataset.view, value); else params.delete(link.dataset.view);
    link.href = `${root}/${at}${params.size ? `?${params}` : ''}`;
  }
}

async function go(address, push = true) {
  if (!address) return;
  if (!sameLine(new URL(address, location.href), new URL(here(), location.href))) { location.assign(address); return; }
  const mine = ++latest;
  try {
    const parts = await load(address);
    if (mine !== latest) return;
    unpreview();
    const focus = keptFocus();
    swap(parts);
    if (push) history.pushState(null, '', address);
    focus?.();
    afterSwap();
  } catch {
    location.assign(address);
  }
}

// from one place to any other, and back with Escape
function jump(address) {
  if (!pinned) pinned = here();
  return go(address);
}

// a place that the server looks for
async function seek(address) {
  if (!address) return;
  const answer = await fetch(address, { headers: { Accept: 'application/json' } });
  const found = await answer.json();
  if (found.href) await go(found.href); else { if (playing) play(); say(found.told ?? found.message); }
}

// what had the focus has it again, if it is still there
function keptFocus() {
  const active = document.activeElement;
  const region = active?.closest('#process, #board, #inspector, #transport, #log');
  if (!region) return null;
  const { tab: name, do: act, holdButton } = active.dataset;
  const own = [...active.classList].find((one) => one.startsWith('move-'));
  const wanted = name ? `[data-tab="${name}"]` : act ? `[data-do="${act}"]` : holdButton ? `[data-hold-button="${holdButton}"]` : own ? `.${own}` : '';
  if (!wanted) return null;
  return () => document.getElementById(region.id)?.querySelector(wanted)?.focus({ preventScroll: true });
}

// what a step is: by the mode that a key or a button has set
function step(onward) {
  pinned = '';
  const mode = held || pressed;
  const address = move((MODES[mode] ?? ['next', 'back'])[onward ? 0 : 1]);
  if (mode === 'free') return seek(address);
  if (!address) { if (playing) play(); return Promise.resolve(); }
  return go(address);
}

function showModes() {
  for (const button of document.querySelectorAll('[data-hold-button]')) {
    button.setAttribute('aria-pressed', String((held || pressed) === button.dataset.holdButton));
  }
  for (const button of document.querySelectorAll('[data-do="play"]')) button.setAttribute('aria-pressed', String(playing > 0));
}

function play() {
  if (playing) { clearInterval(playing); playing = 0; } else playing = setInterval(() => step(true), 900);
  showModes();
}

function tab(name) {
  const link = document.querySelector(`#inspector [data-tab="${name}"]`);
  return link ? go(link.getAttribute('href')) : Promise.resolve();
}

function follow(selector) {
  const link = document.querySelector(selector);
  if (link) location.assign(link.href);
}

function swapSeat() {
  const now = new URL(here(), location.href).searchParams.get('v') ?? 'judge';
  follow(`[data-seat="${{ judge: 'A', A: 'B', B: 'judge', table: 'judge' }[now]}"]`);
}

function open(selector, field) {
  const panel = document.querySelector(selector);
  const target = document.querySelector(field);
  if (!target) { say('Not possible on this line.'); return; }
  panel.open = true;
  target.focus();
}

function compare() {
  const other = document.querySelector('.line-tree .quiet-link');
  if (other) { other.click(); return; }
  open('.trust-part:has([name="edition"])', '.trust [name="edition"]');
}

// breakpoints: kept in the browser, one list for a case
const caseKey = `judgekit.breaks.${desk.dataset.root.split('/')[2]}`;
let breaks = keptBreaks();

function keptBreaks() {
  try {
    const found = JSON.parse(localStorage.getItem(caseKey)) ?? [];
    return found.filter((one) => typeof one.clause === 'string' || typeof one.card === 'string');
  } catch {
    return [];
  }
}

const sameBreak = (one, other) => one.clause === other.clause && one.card === other.card;

function toggleBreak(wanted) {
  const found = breaks.findIndex((one) => sameBreak(one, wanted));
  if (found >= 0) breaks.splice(found, 1); else breaks.push(wanted);
  try { localStorage.setItem(caseKey, JSON.stringify(breaks)); } catch { /* a browser that keeps nothing */ }
  say(`${found >= 0 ? 'No breakpoint' : 'Breakpoint'} at ${wanted.name ?? wanted.clause}.`);
  showBreaks();
}

function breakHere() {
  const { card, clause } = data().dataset;
  const name = document.querySelector('.chosen h3')?.firstChild.textContent.trim();
  if (card) toggleBreak({ card, name }); else if (clause) toggleBreak({ clause });
}

function showBreaks() {
  const items = breaks.map((one) => {
    const item = document.createElement('li');
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'quiet';
    button.textContent = 'remove';
    button.setAttribute('aria-label', `Remove the breakpoint at ${one.name ?? one.clause}`);
    button.onclick = () => toggleBreak(one);
    item.append(one.name ?? one.clause, ' ', button);
    return item;
  });
  document.getElementById('break-list').replaceChildren(...items);
  document.getElementById('break-count').textContent = breaks.length;
  const { card, clause } = data().dataset;
  const isHere = breaks.some((one) => sameBreak(one, card ? { card } : { clause }) || (card && one.card === card));
  for (const button of document.querySelectorAll('.transport [data-do="break"]')) button.setAttribute('aria-pressed', String(isHere));
  for (const node of document.querySelectorAll('.timeline .node')) node.classList.toggle('breaks', breaks.some((one) => one.clause === node.dataset.clause));
}

function run(back) {
  if (!breaks.length) { go(move(back ? 'run-back' : 'run')); return; }
  const query = new URLSearchParams(breaks.map((one) => (one.card ? ['on', one.card] : ['clause', one.clause])));
  if (back) query.set('back', '1');
  seek(`${move('break')}&${query}`);
}

// a board that is only looked at: the one before, or the one under the pointer
let shownInstead = null;
async function preview(address, label) {
  const mine = ++latest;
  const parts = await load(address).catch(() => null);
  if (!parts || mine !== latest) return;
  const old = parts.getElementById('board').cloneNode(true);
  old.id = 'board-before';
  old.inert = true;
  const board = document.getElementById('board');
  unpreview();
  shownInstead = old;
  board.hidden = true;
  board.after(old);
  if (label) {
    const note = document.createElement('p');
    note.className = 'preview-note';
    const { at, said } = parts.getElementById('step-data').dataset;
    note.textContent = `${label} ${at}: ${said}`;
    old.prepend(note);
  }
}

function unpreview() {
  shownInstead?.remove();
  shownInstead = null;
  document.getElementById('board').hidden = false;
}

function release() {
  const popped = [...document.querySelectorAll('.pop[open]')];
  if (shownInstead) { latest += 1; unpreview(); tell('unscrub'); return; }
  if (popped.length) { for (const one of popped) one.open = false; return; }
  if (pinned) { const back = pinned; pinned = ''; go(back); }
}

const ACTIONS = {
  next: () => step(true), back: () => step(false), play,
  down: () => (move('line') ? location.assign(move('line')) : step(true)),
  up: () => (move('line-back') ? location.assign(move('line-back')) : step(false)),
  'event-back': () => go(move('leave') ?? move('event-back')),
  cause: () => (move('write-back') ? seek(move('write-back')) : jump(move('cause'))),
  effect: () => (move('write') ? seek(move('write')) : jump(move('effect'))),
  run: () => run(false), 'run-back': () => run(true), break: breakHere,
  section: () => document.querySelector('#now a.chip')?.click(),
  question: () => document.querySelector('#question button, #question input:not([type=hidden])')?.focus(),
  seat: swapSeat, safe: () => follow('[data-seat="table"]'),
  fork: () => open('.lines', '#fork-name'), strike: () => open('.lines', '#strike-why'),
  promote: () => (document.getElementById('promote') ? document.getElementById('promote').click() : say('This line is the first one.')),
  compare, link: () => document.querySelector('[data-place-links] a')?.click(),
  test: () => document.querySelector('[data-place-links] a[href*="export.py"]')?.click(),
  keys: () => document.getElementById('keys').showModal(), release,
};
for (const name of ['choice', 'choice-back', 'event', 'phase', 'phase-back', 'turn', 'turn-back', 'first', 'last']) ACTIONS[name] = () => go(move(name));
for (const name of ['why', 'whynot', 'ledger', 'diff', 'rule', 'note']) ACTIONS[name] = () => tab(name);
for (const at of [1, 2, 3, 4]) ACTIONS[`depth-${at}`] = () => follow(`[data-view="d"]:nth-child(${at})`);

document.addEventListener('judgekit:do', (event) => ACTIONS[event.detail]?.());
document.addEventListener('judgekit:go', (event) => jump(event.detail));
document.addEventListener('judgekit:preview', (event) => preview(event.detail, 'Preview of'));
document.addEventListener('judgekit:hold', (event) => {
  if (event.detail === 'before') { if (move('back')) preview(move('back'), 'Before this step,'); return; }
  if (!event.detail && !held) { latest += 1; unpreview(); }
  held = event.detail;
  showModes();
});
document.addEventListener('judgekit:stepped', showBreaks);

document.addEventListener('click', (event) => {
  if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const act = event.target.closest('[data-do]');
  const link = event.target.closest('a[data-step]');
  const asked = event.target.closest('a[data-hindsight]');
  const hold = event.target.closest('[data-hold-button]');
  const thumb = event.target.closest('[data-thumb]');
  if (act) { event.preventDefault(); ACTIONS[act.dataset.do](); }
  else if (hold) { pressed = pressed === hold.dataset.holdButton ? '' : hold.dataset.holdButton; showModes(); }
  else if (asked) { event.preventDefault(); lookBack(asked); }
  else if (event.target.closest('[data-copy]')) copy(event.target.closest('.as-text'));
  else if (thumb) thumbed(event, thumb.dataset.thumb);
  else if (link) { event.preventDefault(); (link.closest('.transport-row, .tabs, .board') ? go : jump)(link.getAttribute('href')); }
  for (const one of document.querySelectorAll('.pop[open]')) if (!one.contains(event.target)) one.open = false;
});

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
  say(found.innerText);
}

async function copy(holder) {
  try {
    await navigator.clipboard.writeText(holder.querySelector('pre').textContent);
    say('Copied.');
  } catch {
    getSelection().selectAllChildren(holder.querySelector('pre'));
    say('Selected; copy it with Ctrl+C.');
  }
}

function thumbed(event, name) {
  event.preventDefault();
  if (name === 'log') { document.getElementById('log').scrollIntoView(); return; }
  if (name === 'why' || name === 'rule') { tab(name).then(() => document.getElementById('inspector').scrollIntoView()); return; }
  if (name === 'safe') { follow(`[data-seat="${new URL(here(), location.href).searchParams.get('v') === 'table' ? 'judge' : 'table'}"]`); return; }
  step(name === 'next');
}

// ticks that stay as they are from step to step
document.addEventListener('change', (event) => {
  if (event.target.dataset.keep) document.documentElement.classList.toggle(event.target.dataset.keep, event.target.checked);
});
document.addEventListener('judgekit:stepped', () => {
  for (const one of document.querySelectorAll('[data-keep]')) one.checked = document.documentElement.classList.contains(one.dataset.keep);
});

window.addEventListener('popstate', () => go(location.pathname + location.search, false));
markLog();
showLine();
showChange();
centre();
showModes();
showBreaks();
tell('stepped');
prefetch();
