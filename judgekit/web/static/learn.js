// Keys and time on the pages of Learn: 1 to 4 choose, Enter answers, h asks for a hint. Everything works without.
const form = document.querySelector('[data-answering]');
const begun = performance.now();
const isField = (node) => node.matches?.('input:not([type="radio"]), textarea, select, summary, a, button');

function choose(number) {
  const radio = form?.querySelectorAll('input[type="radio"]')[number - 1];
  if (radio) { radio.checked = true; radio.focus(); }
}

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

// an oral booth: a clock that counts from the moment it was opened
const clock = document.querySelector('[data-clock]');
if (clock) {
  const tick = () => {
    const seconds = Math.floor((performance.now() - begun) / 1000);
    clock.textContent = `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
  };
  tick();
  setInterval(tick, 1000);
}
