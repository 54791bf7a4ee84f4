// What is wrong with a text names its line; pressed, the line is marked in the text. After a check the page stays
// where it was. Everything works without.
const text = document.querySelector('textarea#text');
const place = 'judgekit lesson';

function go(line) {
  const lines = text.value.split('\n');
  const from = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  text.closest('details').open = true;
  text.focus();
  text.setSelectionRange(from, from + (lines[line - 1] ?? '').length);
  text.scrollTop = text.scrollHeight * (line - 4) / lines.length;
}

document.querySelectorAll('[data-line]').forEach((link) => {
  link.addEventListener('click', (event) => { event.preventDefault(); go(Number(link.dataset.line)); });
});

document.querySelector('#lesson-text')?.addEventListener('submit', () => sessionStorage.setItem(place, scrollY));
const before = sessionStorage.getItem(place);
sessionStorage.removeItem(place);
if (before && !location.hash && !document.querySelector('.ed-text-faults')) scrollTo(0, Number(before));
