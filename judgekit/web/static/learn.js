// Keys and time on the pages of Learn: 1 to 4 choose, a card on the board as well, Enter answers, h asks for a
// hint. Everything works without.
const form = document.querySelector('[data-answering]');
const begun = performance.now();
const isField = (node) => node.matches?.('input:not([type="radio"]), textarea, select, summary, a, button');

function choose(number) {
  const radio = form?.querySelectorAll('input[type="radio"]')[number - 1];
  if (radio) { radio.checked = true; radio.focus(); }
}

// a card on the board picks the option that names it; pressed again, the next one that does
document.querySelector('.still')?.addEventListener('click', (event) => {
  const name = event.target.closest('.card, .pip')?.querySelector('.card-name, .unseen')?.textContent.trim();
  const named = name && form ? [...form.querySelectorAll('.option')].filter((one) => one.textContent.includes(name)) : [];
  const next = named[(named.findIndex((one) => one.querySelector(':checked')) + 1) % named.length]?.querySelector('input');
  if (next) { next.checked = true; next.focus(); }
});

form?.addEventListener('submit', () => {
  const seconds = form.querySelector('[name="seconds"]');
  if (seconds) seconds.value = ((performance.now() - begun) / 1000).toFixed(1);
});

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return;
  const link = [...document.querySelectorAll('[data-key]')].find((one) => one.dataset.key === event.key);
  if (/^[1-9]$/.test(event.key) && form) choose(Number(event.key));
  else if (event.key === 'Enter' && form?.querySelector(':checked')) form.requestSubmit();
  else if (link) link.click();
  else return;
  event.preventDefault();
});

// an oral booth: a clock that counts from the moment it was opened; an exam: the time that is left
const clock = document.querySelector('[data-clock], [data-until]');
if (clock) {
  const end = Date.parse(clock.dataset.until);
  const tick = () => {
    const seconds = Math.max(0, Math.floor(end ? (end - Date.now()) / 1000 : (performance.now() - begun) / 1000));
    if (end && seconds > 86400) return;
    const two = (number) => String(Math.floor(number)).padStart(2, '0');
    const hours = seconds >= 3600 ? `${Math.floor(seconds / 3600)}:` : '';
    clock.textContent = `${end ? '· ' : ''}${hours}${two((seconds % 3600) / 60)}:${two(seconds % 60)}${end ? ' left' : ''}`;
  };
  tick();
  setInterval(tick, 1000);
}
