// Stepping in place: the parts of the page that change are fetched, neighbours ahead of time.
const desk = document.getElementById('desk');
const live = document.getElementById('live');
const ahead = new Map(); // address -> promise of its parts
const MOST = 24;
const REGIONS = ['step-data', 'process', 'now', 'board', 'question', 'inspector', 'transport', 'log'];
let playing = 0;
let latest = 0;

const data = () => document.getElementById('step-data');
const move = (name) => data().querySelector(`[data-move="${name}"]`)?.getAttribute('href');
const here = () => data().dataset.href;

function logHas(address) {
  const place = new URL(address, location.href).pathname.split('/').pop();
  return document.getElementById(`at-${place.replace('.', '-')}`);
}

function sameView(address) {
  const now = new URL(here(), location.href);
  const next = new URL(address, location.href);
  return ['d', 'v'].every((key) => now.searchParams.get(key) === next.searchParams.get(key))
    && now.pathname.split('/').slice(0, 4).join('/') === next.pathname.split('/').slice(0, 4).join('/');
}

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
  for (const id of REGIONS) {
    const fresh = parts.getElementById(id);
    const old = document.getElementById(id);
    if (fresh && old && !fresh.isEqualNode(old)) old.replaceWith(fresh.cloneNode(true));
  }
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

function afterSwap() {
  document.title = data().dataset.title;
  live.textContent = data().dataset.said;
  markLog();
  requestAnimationFrame(() => setTimeout(settle, 0)); // the new board is shown first
}

function settle() {
  showLine();
  fitLinks();
  prefetch();
}

function prefetch() {
  const wanted = ['next', 'back'].map(move).filter(Boolean);
  for (const address of wanted) if (!ahead.has(address)) load(address);
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
  const mine = ++latest;
  try {
    const parts = await load(address);
    if (mine !== latest) return;
    const focus = keptFocus();
    swap(parts);
    if (push) history.pushState(null, '', address);
    focus?.();
    afterSwap();
  } catch {
    location.assign(address);
  }
}

// what had the focus has it again, if it is still there
function keptFocus() {
  const active = document.activeElement;
  const region = active?.closest('#process, #board, #inspector, #transport, #log');
  if (!region) return null;
  const tab = active.dataset.tab;
  const name = [...active.classList].find((one) => one.startsWith('move-'));
  return () => {
    const there = document.getElementById(region.id);
    const target = tab ? there?.querySelector(`[data-tab="${tab}"]`) : name ? there?.querySelector(`.${name}`) : null;
    target?.focus({ preventScroll: true });
  };
}

function tab(name) {
  const link = document.querySelector(`#inspector [data-tab="${name}"]`);
  return link ? go(link.getAttribute('href')) : Promise.resolve();
}

function seat(name) {
  const link = document.querySelector(`[data-seat="${name}"]`);
  if (link) location.assign(link.href);
}

function swapSeat() {
  const now = new URL(here(), location.href).searchParams.get('v') ?? 'judge';
  seat({ judge: 'A', A: 'B', B: 'judge', table: 'judge' }[now]);
}

function play() {
  if (playing) { clearInterval(playing); playing = 0; return; }
  playing = setInterval(() => { const next = move('next'); if (next) go(next); else play(); }, 900);
}

const KEYS = {
  ArrowRight: () => go(move('next')), ArrowLeft: () => go(move('back')),
  'ctrl+ArrowRight': () => go(move('choice')), 'ctrl+ArrowLeft': () => go(move('choice-back')),
  'shift+ArrowRight': () => go(move('event')), 'shift+ArrowLeft': () => go(move('event-back')),
  ArrowDown: () => go(move('next')), ArrowUp: () => go(move('back')),
  PageDown: () => go(move('phase')), PageUp: () => go(move('phase-back')),
  'shift+PageDown': () => go(move('turn')), 'shift+PageUp': () => go(move('turn-back')),
  Home: () => go(move('first')), End: () => go(move('last')),
  '[': () => go(move('cause')), ']': () => go(move('effect')),
  g: () => go(move('run')), 'shift+G': () => go(move('run-back')),
  w: () => tab('why'), 'shift+W': () => tab('whynot'), l: () => tab('ledger'), i: () => tab('diff'),
  r: () => tab('rule'), n: () => tab('note'),
  'shift+R': () => document.querySelector('#now a.chip')?.click(),
  1: () => depth(0), 2: () => depth(1), 3: () => depth(2), 4: () => depth(3),
  q: () => document.querySelector('#question button, #question input:not([type=hidden])')?.focus(),
  f: swapSeat, 'shift+F': () => seat('table'),
  v: () => { const acts = document.querySelector('.acts'); acts.open = true; document.getElementById('fork-name').focus(); },
  c: () => document.querySelector('.lines .quiet-link')?.click(),
  p: () => document.querySelector('[data-place-links] a')?.click(),
  t: () => document.querySelector('[data-place-links] a[href*="export.py"]')?.click(),
  ' ': play,
  'shift+?': () => document.getElementById('keys').showModal(), '?': () => document.getElementById('keys').showModal(),
};

function depth(at) {
  const link = document.querySelectorAll('[data-view="d"]')[at];
  if (link) location.assign(link.href);
}

const typing = (target) => target.closest('input, textarea, select, [contenteditable], dialog');
document.addEventListener('keydown', (event) => {
  if (typing(event.target) || event.altKey || event.metaKey) return;
  if (event.key === ' ' && event.target.closest('button, a, summary')) return;
  if (event.key === 'Escape') { for (const one of document.querySelectorAll('.pop[open]')) one.open = false; return; }
  if (event.key === 'z' && !event.repeat) { peek(); return; }
  const name = `${event.ctrlKey ? 'ctrl+' : ''}${event.shiftKey ? 'shift+' : ''}${event.key}`;
  const act = KEYS[name];
  if (!act) return;
  if (event.target.closest('.board-wrap, .log, .inspector') && ['PageDown', 'PageUp'].includes(event.key) && event.ctrlKey) return;
  event.preventDefault();
  act();
});

// hold z: the board before this step
async function peek() {
  const before = move('back');
  if (!before) return;
  const parts = await load(before);
  const board = document.getElementById('board');
  const old = parts.getElementById('board').cloneNode(true);
  old.id = 'board-before';
  board.hidden = true;
  board.after(old);
  document.addEventListener('keyup', () => { old.remove(); board.hidden = false; }, { once: true });
}

document.addEventListener('click', (event) => {
  if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = event.target.closest('a[data-step]');
  if (link) { event.preventDefault(); go(link.getAttribute('href')); return; }
  const thumb = event.target.closest('[data-thumb]');
  if (thumb) { thumbed(event, thumb.dataset.thumb); return; }
  const bar = event.target.closest('.density');
  if (bar) scrub(event, bar);
  for (const one of document.querySelectorAll('.pop[open]')) if (!one.contains(event.target)) one.open = false;
});

function thumbed(event, name) {
  event.preventDefault();
  if (name === 'log') { document.getElementById('log').scrollIntoView(); return; }
  if (name === 'why' || name === 'rule') { tab(name).then(() => document.getElementById('inspector').scrollIntoView()); return; }
  if (name === 'safe') { const now = new URL(here(), location.href).searchParams.get('v'); seat(now === 'table' ? 'judge' : 'table'); return; }
  go(move(name));
}

function scrub(event, bar) {
  const seeks = bar.dataset.seeks.split(' ');
  const box = bar.getBoundingClientRect();
  const at = Math.min(seeks.length - 1, Math.max(0, Math.floor(((event.clientX - box.left) / box.width) * seeks.length)));
  go(`${bar.dataset.root}/${seeks[at]}${new URL(here(), location.href).search}`);
}

// swipe = step, on the board
let start = null;
desk.addEventListener('touchstart', (event) => { start = event.target.closest('.board-wrap, .now') ? event.changedTouches[0] : null; }, { passive: true });
desk.addEventListener('touchend', (event) => {
  if (!start) return;
  const end = event.changedTouches[0];
  const wide = end.clientX - start.clientX;
  if (Math.abs(wide) > 60 && Math.abs(end.clientY - start.clientY) < 50) go(move(wide < 0 ? 'next' : 'back'));
}, { passive: true });

window.addEventListener('popstate', () => go(location.pathname + location.search, false));
markLog();
showLine();
prefetch();
