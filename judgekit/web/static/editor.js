// The board editor, livelier: the text follows while one types, faults come to their fields, nothing reloads.
// Without this file every button sends the form, and the same page comes back.
const form = document.getElementById('editor');
const PAUSE = 300;
let timer = 0;
let asked = 0;

function body(button) {
  const data = new URLSearchParams(new FormData(form));
  data.set('part', '1');
  if (button) data.set('do', button.value);
  return data;
}

async function fetched(button) {
  const mine = ++asked;
  const answer = await fetch(form.action, { method: 'POST', body: body(button), headers: { Accept: 'text/html' } });
  if (!answer.ok || mine !== asked) return null;
  const holder = document.createElement('template');
  holder.innerHTML = await answer.text();
  return holder.content;
}

// after typing: the faults, the status and the side panel are new; the fields under one's fingers stay
function refresh(page) {
  for (const old of form.querySelectorAll('.ed-board .field-fault')) old.remove();
  for (const field of form.querySelectorAll('.ed-board [aria-invalid]')) { field.removeAttribute('aria-invalid'); field.removeAttribute('aria-describedby'); }
  for (const fault of page.querySelectorAll('.ed-board .field-fault')) {
    const field = form.elements[fault.dataset.for];
    if (!field?.after) continue;
    field.after(fault);
    field.setAttribute('aria-invalid', 'true');
    field.setAttribute('aria-describedby', fault.id);
  }
  form.querySelector('.ed-status').textContent = page.querySelector('.ed-status').textContent;
  form.elements.seen.value = page.querySelector('[name="seen"]').value;
  form.querySelector('#names').replaceWith(page.querySelector('#names'));
  const panel = form.querySelector('#ed-panel');
  const open = [...panel.querySelectorAll('details')].map((one) => one.open);
  const held = panel.contains(document.activeElement);
  if (held) return;
  const fresh = page.querySelector('#ed-panel');
  fresh.querySelectorAll('details').forEach((one, at) => { if (open[at]) one.open = true; });
  panel.replaceWith(fresh);
}

// after a button: the whole form is new; the focus goes where it was, or to what was added
function replace(page, button) {
  const where = document.activeElement?.name;
  const open = [...form.querySelectorAll('details[open] [name]')].map((one) => one.name);
  form.replaceChildren(page);
  for (const name of open) form.elements[name]?.closest?.('details')?.setAttribute('open', '');
  const fresh = button.value.startsWith('card:') || button.value.startsWith('define:') ? [...form.querySelectorAll('.ed-card')].pop()?.querySelector('input') : null;
  const same = where && where !== 'do' ? form.elements[where] : [...form.querySelectorAll('button')].find((one) => one.value === button.value);
  (fresh ?? (same?.focus ? same : form.querySelector('#quick'))).focus();
}

form.addEventListener('input', (event) => {
  const { name } = event.target;
  clearTimeout(timer);
  if (name === 'text' || name === 'quick' || name.startsWith('add/')) return;
  timer = setTimeout(async () => {
    const page = await fetched();
    if (page) refresh(page);
  }, PAUSE);
});

// another type of card has other fields; the text fills the form when one leaves it
form.addEventListener('change', async (event) => {
  const { name } = event.target;
  if (!name.endsWith('/is/type') && name !== 'text') return;
  clearTimeout(timer);
  const button = { value: name === 'text' ? 'check' : 'add' };
  const page = await fetched(button);
  if (page) replace(page, button);
});

form.addEventListener('submit', async (event) => {
  const button = event.submitter;
  const leaves = ['open', 'save'].includes(button?.value);
  if (leaves) return;
  event.preventDefault();
  clearTimeout(timer);
  const page = await fetched(button ?? { value: 'add' });
  if (page) replace(page, button ?? { value: 'add' });
});
