// Drafts of the board editor that this browser keeps: listed, opened again, removed with a way back.
const PREFIX = 'judgekit.draft.';
const box = document.getElementById('drafts');
const list = box.querySelector('ul');

function drafts() {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
    return names.map((name) => ({ name, ...JSON.parse(localStorage.getItem(name)) })).sort((a, b) => b.time - a.time);
  } catch {
    return [];
  }
}

function button(text, label, act) {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = 'quiet';
  made.textContent = text;
  made.setAttribute('aria-label', label);
  made.onclick = act;
  return made;
}

function row(one) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = `/positions/new?game=${encodeURIComponent(one.game)}#draft=${one.name.slice(PREFIX.length)}`;
  link.textContent = one.title;
  const remove = button('remove', `Remove the draft ${one.title}`, () => {
    const kept = localStorage.getItem(one.name);
    localStorage.removeItem(one.name);
    const undo = button('undo', `Bring back the draft ${one.title}`, () => { localStorage.setItem(one.name, kept); show(); });
    item.replaceChildren(`${one.title} removed. `, undo);
    undo.focus();
  });
  item.append(link, ' ', remove);
  return item;
}

function show() {
  const found = drafts();
  list.replaceChildren(...found.map(row));
  box.hidden = !found.length;
}
show();
