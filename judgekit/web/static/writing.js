// What is wrong with a text names its line; pressed, the line is marked in the text.
const text = document.querySelector('textarea#text');

// With words, only what stands between the quotation marks: it can be typed over.
function go(line, words) {
  const lines = text.value.split('\n');
  const from = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  text.focus();
  const told = lines[line - 1] ?? '';
  const quoted = words && told.match(/^(\w+ = ")(.*)"$/);
  const begin = from + (quoted ? quoted[1].length : 0);
  text.setSelectionRange(begin, begin + (quoted ? quoted[2] : told).length);
  text.scrollTop = text.scrollHeight * (line - 4) / lines.length;
}

document.querySelectorAll('[data-line]').forEach((link) => {
  link.addEventListener('click', (event) => { event.preventDefault(); go(Number(link.dataset.line), 'words' in link.dataset); });
});
