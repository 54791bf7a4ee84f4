// Stepping in place: the parts of the page that change are fetched, neighbours ahead of time. The board comes
// first; what stands beside it follows when the board is on the screen.
const desk = document.getElementById('desk');
const live = document.getElementById('live');
const ahead = new Map(); // address -> promise of its parts
const MOST = 32;
const BOARD = ['step-data', 'process', 'now', 'board'];
const BESIDE = ['question', 'inspector'];
const LOG = ['log', 'strip'];
const MARGIN = 12; // nodes of the timeline that stay in sight on either side
const RUSH = 120; // milliseconds: quicker steps share one entry of the history
const MODES = { every: ['timing', 'timing-back'], skip: ['skip', 'skip-back'], free: ['free', 'free-back'] };
let playing = 0;
let latest = 0; // the last place that was asked for
let shown = 0; // the last one that was put on the page
let way = 'next'; // where the reader is going
let held = ''; // where steps stop while a key is down
let pressed = ''; // or after a button was
let pinned = ''; // where the reader stood before a jump

const data = () => document.getElementById('step-data');
const here = () => data().dataset.href;
const tell = (name, detail) => document.dispatchEvent(new CustomEvent(`judgekit:${name}`, { detail }));
const say = (words) => { live.textContent = words; };
const placeIn = (address) => address.split('?')[0].split('/').pop();

// where the moves of a place lead: `next=42.3`, a place of this line seen in the same way, or a whole address
function movesIn(step) {
  const query = step.dataset.href.split('?')[1];
  const full = (to) => (to.startsWith('/') ? to : `${desk.dataset.root}/${to}${query ? `?${query}` : ''}`);
  return new Map(step.dataset.moves.split(' ').filter(Boolean).map((one) => {
    const at = one.indexOf('=');
    return [one.slice(0, at), full(one.slice(at + 1))];
  }));
}

const move = (name) => movesIn(data()).get(name);
const nodeAt = (place) => document.querySelector(`#strip .node[data-at="${place}"]`);

// whether log and timeline have a place, and enough around it
function logHas(address) {
  const strip = document.getElementById('strip');
  const nodes = [...strip.querySelectorAll('.node')];
  const at = nodes.indexOf(nodeAt(placeIn(address)));
  return at >= 0 && (at >= MARGIN || !strip.dataset.earlier) && (nodes.length - at > MARGIN || !strip.dataset.later);
}

function sameView(address) {
  const now = new URL(here(), location.href);
  const next = new URL(address, location.href);
  return ['d', 'v'].every((key) => now.searchParams.get(key) === next.searchParams.get(key)) && sameLine(now, next);
}

const sameLine = (one, other) => one.pathname.split('/').slice(0, 4).join('/') === other.pathname.split('/').slice(0, 4).join('/');

async function fetched(address, part) {
  const url = new URL(address, location.href);
  url.searchParams.set('part', part);
  const answer = await fetch(url, { headers: { Accept: 'text/html' } });
  if (!answer.ok) throw new Error(String(answer.status));
  const holder = document.createElement('template');
  holder.innerHTML = await answer.text();
  return holder.content;
}

function load(address) {
  const known = ahead.get(address);
  if (known) return known;
  const promise = fetched(address, sameView(address) && logHas(address) ? 'board' : '1');
  promise.catch(() => ahead.delete(address));
  ahead.set(address, promise);
  if (ahead.size > MOST) ahead.delete(ahead.keys().next().value);
  return promise;
}

function put(parts, ids) {
  document.querySelector('#board .arrows')?.remove();
  for (const id of ids) {
    const fresh = parts.getElementById(id);
    const old = document.getElementById(id);
    if (fresh && old) become(old, fresh);
  }
}

// only what differs is touched: the rest keeps its place on the screen, its focus and what was opened
function become(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  if (old.nodeName !== fresh.nodeName || old.nodeType !== Node.ELEMENT_NODE || old.nodeName === 'FORM') {
    old.replaceWith(fresh.cloneNode(true));
    return;
  }
  dress(old, fresh);
  const were = [...old.childNodes];
  const are = [...fresh.childNodes];
  if (were.length === are.length) were.forEach((one, at) => become(one, are[at]));
  else old.replaceChildren(...are.map((one) => one.cloneNode(true)));
}

function dress(old, fresh) {
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && !(name === 'open' && old.matches('.text-twin, .as-text'))) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
}

// the buttons lead on from here
function fitMoves() {
  const moves = movesIn(data());
  for (const key of document.querySelectorAll('#transport [data-move]')) {
    const to = moves.get(key.dataset.move);
    key.classList.toggle('off', !to);
    if (to) { key.setAttribute('href', to); key.removeAttribute('aria-hidden'); } else { key.removeAttribute('href'); key.setAttribute('aria-hidden', 'true'); }
  }
  document.querySelector('.transport-place').textContent = data().dataset.heading;
}

function current(selector, wanted, marked) {
  for (const old of document.querySelectorAll(`${selector}.current`)) { old.classList.remove('current'); marked(old).removeAttribute('aria-current'); }
  wanted.classList.add('current');
  marked(wanted).setAttribute('aria-current', 'true');
}

// log and timeline say where we are; the timeline has this place in its middle
function markPlace() {
  const { at, here: part } = data().dataset;
  const line = document.getElementById(`at-${at.replace('.', '-')}`);
  const node = nodeAt(at);
  if (!line || !node) return false;
  current('.log-line', line, (one) => one.firstElementChild);
  current('#strip .node', node, (one) => one);
  const middle = Number(node.firstElementChild.getAttribute('x')) + 8;
  node.ownerSVGElement.setAttribute('viewBox', `${middle - 17} 0 34 34`);
  const bar = document.querySelector('.density-here');
  if (bar) bar.setAttribute('x', (Number(part) * bar.ownerSVGElement.viewBox.baseVal.width) / 100);
  return true;
}

function showLine() {
  const line = document.querySelector('.log-line.current');
  if (!line) return;
  const log = document.getElementById('log');
  const top = line.offsetTop - log.offsetTop;
  if (top < log.scrollTop + 40 || top > log.scrollTop + log.clientHeight - 60) log.scrollTop = top - log.clientHeight / 2;
}

// where the rules stand now is at the end of the strip; a narrow screen has not room for all of it
function showCrumb() {
  const strip = document.getElementById('process');
  if (strip.scrollWidth > strip.clientWidth) strip.scrollLeft = strip.scrollWidth;
}

// the board is always whole: cards as large as there is room for, smaller before anything leaves the screen
const SIZES = ['roomy', '', 'snug', 'tiny'];
let size = 0;
function fit(anew = false) {
  const wrap = document.getElementById('board');
  const board = wrap.querySelector('.board');
  if (anew) size = 0;
  const wear = () => { board.classList.toggle('roomy', size === 0); board.classList.toggle('snug', size > 1); board.classList.toggle('tiny', size > 2); };
  wear();
  if (getComputedStyle(wrap).overflowY === 'visible' || innerWidth <= 1120) { size = 1; wear(); return; }
  while (size < SIZES.length - 1 && board.offsetHeight > wrap.clientHeight - 10) { size += 1; wear(); }
}
addEventListener('resize', () => fit(true));

// the cards of a question that is about cards: a click on the board picks them
const choices = () => [...document.querySelectorAll('#question .answer-form [data-cards]')];
const isOfCards = (one) => one.value === `c${one.dataset.cards}`;
function offer() {
  const picks = choices().filter(isOfCards);
  for (const card of document.querySelectorAll('#board [data-card]')) {
    const mine = picks.find((one) => one.dataset.cards === card.dataset.card);
    card.classList.toggle('offered', Boolean(mine));
    card.classList.toggle('picked', Boolean(mine?.checked));
  }
}

function pick(card) {
  const mine = choices().find((one) => isOfCards(one) && one.dataset.cards === card.dataset.card);
  if (!mine) return false;
  if (mine.type !== 'checkbox') { mine.click(); return true; }
  mine.checked = !mine.checked;
  offer();
  const name = card.querySelector('.card-name, .unseen')?.textContent ?? '';
  say(`${name} ${mine.checked ? 'chosen' : 'not chosen'}.`);
  return true;
}

const painted = (then) => requestAnimationFrame(() => setTimeout(then, 0));

// the board at once; the rest when the board is on the screen
function show(parts, address) {
  const mine = ++shown;
  more.done?.unpreview();
  put(parts, BOARD);
  fit();
  painted(() => { if (mine === shown) beside(mine, parts, address); });
}

// what is not the board, once the board is on the screen
function beside(mine, parts, address) {
  const isWhole = parts.getElementById('log') !== null;
  put(parts, isWhole ? [...BESIDE, ...LOG] : BESIDE);
  const isLost = !markPlace();
  fitMoves();
  document.title = data().dataset.title;
  announce();
  painted(() => { if (mine === shown) settle(mine, address, isLost); });
}

// what happened, how it ended, who is asked what; and the tab, if another one was opened
let heardTab = data().dataset.tab;
function announce() {
  const { said, tab: now } = data().dataset;
  const outcome = document.querySelector('#board .outcome')?.textContent.replace('‼', '').trim() ?? '';
  const isOpen = 'open' in document.getElementById('question').dataset;
  const asked = isOpen ? document.querySelector('#question .prompt').textContent.trim() : '';
  const name = now !== heardTab ? `${document.querySelector(`#inspector [data-tab="${now}"]`)?.firstChild.textContent} tab.` : '';
  heardTab = now;
  say([name, said, outcome, asked].filter(Boolean).join(' '));
}

function settle(mine, address, isLost) {
  showCrumb();
  showLine();
  offer();
  fitLinks();
  showModes();
  tell('stepped');
  lookAhead();
  if (isLost) later(mine, address, '1', LOG);
  if (document.querySelector('#inspector [data-later]')) later(mine, address, 'tab', ['inspector']);
  desk.dataset.settled = here();
  prefetch();
}

// what the fragment did not have: a log that shows this place, a tab that takes longer to find out
async function later(mine, address, part, ids) {
  const parts = await fetched(address, part).catch(() => null);
  if (!parts || mine !== shown) return;
  put(parts, ids);
  showLine();
}

// the answers that begin a loop which nobody can leave: the server tries them while somebody reads the question
async function lookAhead() {
  const place = document.querySelector('#question [data-ahead]');
  if (!place) return;
  const answer = await fetch(place.dataset.ahead, { headers: { Accept: 'text/html' } }).catch(() => null);
  if (answer?.ok && place.isConnected) place.innerHTML = await answer.text();
}
lookAhead();

// neighbours, further on in the direction of the last steps
async function prefetch() {
  const from = shown;
  for (const [name, deep] of [[way, 3], [way === 'next' ? 'back' : 'next', 1]]) {
    let address = move(name);
    for (let left = deep; address && left > 0 && from === shown; left -= 1) {
      const parts = await load(address).catch(() => null);
      address = parts && movesIn(parts.getElementById('step-data')).get(name);
    }
  }
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
    const last = placeIn(link.getAttribute('href'));
    if (last !== 'export.judgekit') link.href = `${root}/${at}/${last}${link.search === '?keep=1' ? link.search : query}`;
  }
  for (const link of document.querySelectorAll('[data-view]')) {
    const own = new URL(link.href);
    const params = new URLSearchParams(query);
    const value = own.searchParams.get(link.dataset.view);
    if (value) params.set(link.dataset.view, value); else params.delete(link.dataset.view);
    link.href = `${root}/${at}${params.size ? `?${params}` : ''}`;
  }
}

// every place where the reader rests is in the history; a browser refuses hundreds of entries in a rush
let pushed = 0;
let resting = 0;
function remember(address) {
  clearTimeout(resting);
  const push = () => { pushed = performance.now(); history.pushState(null, '', address); };
  if (performance.now() - pushed > RUSH) push(); else resting = setTimeout(push, RUSH);
}

// a link as it is meant from here: on the board within this page, in the log and on the timeline in this view
function meant(link) {
  const href = link.getAttribute('href');
  const now = new URL(here(), location.href);
  if (!href) return '';
  if (link.closest('#log, #strip')) return `${desk.dataset.root}/${placeIn(href)}${now.search}`;
  const url = new URL(href, now);
  return url.pathname + url.search;
}

async function go(address, push = true) {
  if (!address) return;
  if (!sameLine(new URL(address, location.href), new URL(here(), location.href))) { location.assign(address); return; }
  const mine = ++latest;
  try {
    const parts = await load(address);
    if (mine !== latest) return;
    show(parts, address);
    if (push) remember(address);
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

// what a step is: by the mode that a key or a button has set
function step(onward) {
  pinned = '';
  way = onward ? 'next' : 'back';
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
  return link ? go(meant(link)) : Promise.resolve();
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
  if (!target) { say('Not possible in this branch.'); return; }
  panel.open = true;
  target.focus();
}

function compare() {
  const other = document.querySelector('.line-tree .quiet-link');
  if (other) { other.click(); return; }
  open('.trust-part:has([name="edition"])', '.trust [name="edition"]');
}

// what few steps need is loaded when it is needed: breakpoints, previews, looking back, copying
const BREAKS = `judgekit.breaks.${desk.dataset.root.split('/')[2]}`;
async function more() {
  more.ready ??= import(desk.dataset.more).then((module) => module.begin({ data, here, move, load, go, seek, say, tell, breaks: BREAKS, asked: () => ++latest, asks: () => latest }));
  more.done = await more.ready;
  return more.done;
}

function kept(name) {
  try { return localStorage.getItem(name); } catch { return null; }
}

function release() {
  const popped = [...document.querySelectorAll('.pop[open]')];
  if (more.done?.isPreview()) { latest += 1; more.done.unpreview(); tell('unscrub'); return; }
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
  run: async () => (await more()).run(false), 'run-back': async () => (await more()).run(true),
  break: async () => (await more()).breakHere(),
  section: () => document.querySelector('#now a.chip')?.click(),
  question: () => document.querySelector('#question button, #question input:not([type=hidden])')?.focus(),
  seat: swapSeat, safe: () => follow('[data-seat="table"]'),
  fork: () => open('.lines', '#fork-name'), strike: () => open('.lines', '#strike-why'),
  promote: () => (document.getElementById('promote') ? document.getElementById('promote').click() : say('This branch is already first.')),
  compare, link: () => document.querySelector('[data-place-links] a')?.click(),
  test: () => document.querySelector('[data-place-links] a[href*="export.py"]')?.click(),
  sheet: () => document.querySelector('[data-place-links] a[href*="/sheet"]')?.click(),
  export: () => open('.exports', '.exports a'),
  keys: () => tell('keys'), release,
};
for (const name of ['choice', 'choice-back', 'event', 'phase', 'phase-back', 'turn', 'turn-back', 'first', 'last']) ACTIONS[name] = () => go(move(name));
for (const name of ['why', 'whynot', 'ledger', 'diff', 'rule', 'note']) ACTIONS[name] = () => tab(name);
for (const at of [1, 2, 3, 4]) ACTIONS[`depth-${at}`] = () => follow(`[data-view="d"]:nth-child(${at})`);

document.addEventListener('judgekit:do', (event) => ACTIONS[event.detail]?.());
document.addEventListener('judgekit:go', (event) => jump(event.detail));
document.addEventListener('judgekit:preview', async (event) => (await more()).preview(event.detail, 'Preview of'));
document.addEventListener('judgekit:hold', async (event) => {
  if (event.detail === 'before') { if (move('back')) (await more()).preview(move('back'), 'Before this step,'); return; }
  if (!event.detail && !held) { latest += 1; (await more()).unpreview(); }
  held = event.detail;
  showModes();
});

document.addEventListener('click', async (event) => {
  if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const act = event.target.closest('[data-do]');
  const link = event.target.closest('a[data-step]');
  const asked = event.target.closest('a[data-hindsight]');
  const hold = event.target.closest('[data-hold-button]');
  const thumb = event.target.closest('[data-thumb]');
  const copied = event.target.closest('[data-copy]');
  const offered = event.target.closest('#board .offered');
  const pile = event.target.closest('a[data-pile]');
  if (act) { event.preventDefault(); ACTIONS[act.dataset.do](); }
  else if (offered) { event.preventDefault(); pick(offered); }
  else if (pile) { event.preventDefault(); (await more()).openPile(pile); }
  else if (hold) { pressed = pressed === hold.dataset.holdButton ? '' : hold.dataset.holdButton; showModes(); }
  else if (asked) { event.preventDefault(); (await more()).lookBack(asked); }
  else if (copied) (await more()).copy(copied.closest('.as-text'));
  else if (thumb) thumbed(event, thumb.dataset.thumb);
  else if (link) { event.preventDefault(); (link.closest('.transport-row, .tabs, .board') ? go : jump)(meant(link)); }
  for (const one of document.querySelectorAll('.pop[open]')) if (!one.contains(event.target)) one.open = false;
});

function thumbed(event, name) {
  event.preventDefault();
  if (name === 'log') { document.getElementById('log').scrollIntoView(); return; }
  if (name === 'why' || name === 'rule') { tab(name).then(() => document.getElementById('inspector').scrollIntoView()); return; }
  if (name === 'safe') { follow(`[data-seat="${new URL(here(), location.href).searchParams.get('v') === 'table' ? 'judge' : 'table'}"]`); return; }
  step(name === 'next');
}

// a list shows the rows in which the typed words are
document.addEventListener('input', (event) => {
  const rows = event.target.dataset?.filter;
  if (!rows) return;
  const words = event.target.value.trim().toLowerCase().split(/\s+/);
  let left = 0;
  for (const row of document.querySelectorAll(rows)) {
    row.hidden = !words.every((word) => row.textContent.toLowerCase().includes(word));
    left += row.hidden ? 0 : 1;
  }
  for (const title of document.querySelectorAll('#inspector h4')) {
    let row = title.nextElementSibling;
    while (row?.hidden && row.matches('.attempt')) row = row.nextElementSibling;
    title.hidden = !row?.matches('.attempt');
  }
  say(`${left} shown.`);
});

// ticks that stay as they are from step to step
document.addEventListener('change', (event) => {
  if (event.target.closest('#question')) offer();
  if (event.target.dataset.keep) document.documentElement.classList.toggle(event.target.dataset.keep, event.target.checked);
});
document.addEventListener('judgekit:stepped', () => {
  for (const one of document.querySelectorAll('[data-keep]')) one.checked = document.documentElement.classList.contains(one.dataset.keep);
});
// the cards that a correction can name are many: they come when somebody is about to correct
for (const menu of document.querySelectorAll('.acts, .lines')) menu.addEventListener('toggle', async (event) => { if (event.target.open) (await more()).pick(); });

// a menu at the foot of a narrow page, and the board as text below the board, come into sight when they open
document.addEventListener('toggle', (event) => { if (event.target.open && event.target.closest('.menus, .text-twin')) event.target.scrollIntoView({ block: 'nearest' }); }, true);

window.addEventListener('popstate', () => { clearTimeout(resting); go(location.pathname + location.search, false); });
if (kept(BREAKS)) more();
showCrumb();
showLine();
fit(true);
offer();
showModes();
tell('stepped');
desk.dataset.settled = here(); // all that belongs to this place is on the page
prefetch();

// after an answer: the next question has the focus, and what happened in between is told
const told = document.querySelector('#now .meanwhile');
if (told) {
  (document.querySelector('#question:not(.nothing)') ?? document.getElementById('now')).focus();
  const prompt = document.querySelector('#question .prompt')?.textContent.trim() ?? '';
  setTimeout(() => say(`${told.textContent.trim()} ${prompt}`), 50);
}

// followed live: whoever looks at the end of a branch goes along when somebody else plays on
const FOLLOW = 2000;
setInterval(async () => {
  if (document.hidden || !data().dataset.end) return;
  const answer = await fetch(`${desk.dataset.root}/cursor`, { headers: { Accept: 'application/json' } }).catch(() => null);
  if (!answer?.ok || !data().dataset.end) return;
  const { head } = await answer.json();
  if (head <= Number(data().dataset.head)) return;
  ahead.clear();
  go(`${desk.dataset.root}/${head}${new URL(here(), location.href).search}`);
}, FOLLOW);
