// What hands do: the density bar is dragged with a preview, a board is swiped or pressed for long; and arrows on it.
const desk = document.getElementById('desk');
const tell = (name, detail) => document.dispatchEvent(new CustomEvent(`judgekit:${name}`, { detail }));
const LONG = 550; // milliseconds of a long press
let dragged = null; // the address under the pointer

function under(event, bar) {
  const seeks = bar.dataset.seeks.split(' ');
  const box = bar.getBoundingClientRect();
  const part = (event.clientX - box.left) / box.width;
  const at = Math.min(seeks.length - 1, Math.max(0, Math.floor(part * seeks.length)));
  return `${bar.dataset.root}/${seeks[at]}${new URL(document.getElementById('step-data').dataset.href, location.href).search}`;
}

document.addEventListener('pointerdown', (event) => {
  const bar = event.target.closest?.('.density');
  if (!bar || event.button) return;
  event.preventDefault();
  bar.setPointerCapture(event.pointerId);
  dragged = under(event, bar);
  bar.classList.add('dragging');
  tell('preview', dragged);
});
document.addEventListener('pointermove', (event) => {
  const bar = dragged && event.target.closest?.('.density');
  if (!bar) return;
  const there = under(event, bar);
  if (there !== dragged) { dragged = there; tell('preview', there); }
});
document.addEventListener('pointerup', (event) => {
  event.target.closest?.('.density')?.classList.remove('dragging');
  if (dragged) { const there = dragged; dragged = null; tell('go', there); }
});
document.addEventListener('judgekit:unscrub', () => { dragged = null; });

// swipe = step, long press = why, on the board
let start = null;
let timer = 0;
desk.addEventListener('touchstart', (event) => {
  start = event.target.closest('.board-wrap, .now') ? event.changedTouches[0] : null;
  clearTimeout(timer);
  if (start) timer = setTimeout(() => { start = null; tell('do', 'why'); document.getElementById('inspector').scrollIntoView(); }, LONG);
}, { passive: true });
desk.addEventListener('touchmove', (event) => {
  const now = event.changedTouches[0];
  if (start && Math.hypot(now.clientX - start.clientX, now.clientY - start.clientY) > 12) clearTimeout(timer);
}, { passive: true });
desk.addEventListener('touchend', (event) => {
  clearTimeout(timer);
  if (!start) return;
  const end = event.changedTouches[0];
  const wide = end.clientX - start.clientX;
  if (Math.abs(wide) > 60 && Math.abs(end.clientY - start.clientY) < 50) tell('do', wide < 0 ? 'next' : 'back');
}, { passive: true });

// an arrow from where a card was to where it is now, for this step alone
const SVG = 'http://www.w3.org/2000/svg';
function arrows() {
  const board = document.querySelector('#board .board');
  if (!board) return;
  board.querySelector('.arrows')?.remove();
  const pairs = [...board.querySelectorAll('.ghost[data-card]')].map((ghost) => [ghost, board.querySelector(`.card[data-card="${ghost.dataset.card}"]`)]).filter(([, card]) => card);
  if (!pairs.length || pairs.length > 6) return;
  const frame = board.getBoundingClientRect();
  const sheet = document.createElementNS(SVG, 'svg');
  sheet.setAttribute('class', 'arrows');
  sheet.setAttribute('aria-hidden', 'true');
  sheet.setAttribute('width', frame.width);
  sheet.setAttribute('height', frame.height);
  for (const [ghost, card] of pairs) {
    const [from, to] = [placed(ghost, frame), placed(card, frame)];
    sheet.append(...arrow(edge(from, to), edge(to, from)));
  }
  board.append(sheet);
}

function placed(element, frame) {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2 - frame.left, y: box.top + box.height / 2 - frame.top, wide: box.width / 2, high: box.height / 2 };
}

// where the line from the middle of one to the middle of the other leaves it: no name is struck through
function edge(one, other) {
  const [wide, high] = [other.x - one.x, other.y - one.y];
  const part = Math.min(1, one.wide / Math.abs(wide || 0.01), one.high / Math.abs(high || 0.01));
  return [one.x + wide * part, one.y + high * part];
}

function arrow([x1, y1], [x2, y2]) {
  const line = document.createElementNS(SVG, 'line');
  for (const [name, value] of Object.entries({ x1, y1, x2, y2 })) line.setAttribute(name, value.toFixed(1));
  const head = document.createElementNS(SVG, 'path');
  const turn = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
  head.setAttribute('d', 'M0 0L-9 -4.5L-9 4.5Z');
  head.setAttribute('transform', `translate(${x2.toFixed(1)} ${y2.toFixed(1)}) rotate(${turn.toFixed(1)})`);
  return [line, head];
}

document.addEventListener('judgekit:stepped', arrows);
arrows();
