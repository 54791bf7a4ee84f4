// Drafts of the board editor that this browser keeps: listed, opened again, removed with a way back.
const box = document.getElementById('drafts');
const list = box.querySelector('ul');
const shelf = await import(box.dataset.shelf);

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
  link.href = `/positions/new?game=${encodeURIComponent(one.game)}#draft=${one.name}`;
  link.textContent = one.title;
  const remove = button('remove', `Remove the draft ${one.title}`, async () => {
    await shelf.remove(one.name);
    const undo = button('undo', `Bring back the draft ${one.title}`, async () => { await shelf.keep(one); show(); });
    item.replaceChildren(`${one.title} removed. `, undo);
    undo.focus();
  });
  item.append(link, ' ', remove);
  return item;
}

async function show() {
  const found = await shelf.all().catch(() => []); // a browser that keeps nothing
  list.replaceChildren(...found.sort((a, b) => b.time - a.time).map(row));
  box.hidden = !found.length;
}
show();
