// What is wrong with a text names its line; pressed, the line is marked in the text.
const text = document.querySelector('textarea#text');

function go(line) {
  const lines = text.value.split('\n');
  const from = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  text.focus();
  text.setSelectionRange(from, from + (lines[line - 1] ?? '').length);
  text.scrollTop = text.scrollHeight * (line - 4) / lines.length;
}

document.querySelectorAll('[data-line]').forEach((link) => {
  link.addEventListener('click', (event) => { event.preventDefault(); go(Number(link.dataset.line)); });
});
