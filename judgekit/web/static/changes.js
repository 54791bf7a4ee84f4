// [ and ] go to the previous and the next change; the arrows beside each change do the same without this file.
const changes = [...document.querySelectorAll('[data-change]')];
const TOP = 8;

function goTo(change) {
  change.focus({ preventScroll: true });
  change.scrollIntoView({ block: 'start' });
  history.replaceState(null, '', `#${change.id}`);
}

document.addEventListener('keydown', (event) => {
  if (!['[', ']'].includes(event.key) || event.ctrlKey || event.metaKey || event.target.closest('input, textarea, select')) return;
  const held = changes.indexOf(document.activeElement);
  const seen = held >= 0 ? held : changes.findIndex((one) => one.getBoundingClientRect().top > TOP) - 1;
  const next = changes[event.key === ']' ? seen + 1 : seen - 1];
  if (next) { event.preventDefault(); goTo(next); }
});
