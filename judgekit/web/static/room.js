// A room: asks how far it is, and keeps answers in an outbox until the server has them.
const mark = document.querySelector('[data-room]');
const room = mark.dataset.room;
const box = `judgekit outbox ${room}`;
const said = document.querySelector('#sent');
const form = document.querySelector('[data-outbox]');
const EVERY = mark.dataset.host ? 700 : 1200; // milliseconds

const kept = () => { try { return JSON.parse(localStorage.getItem(box)) ?? []; } catch { return []; } };
const keep = (rows) => { try { localStorage.setItem(box, JSON.stringify(rows)); } catch { /* keeps nothing */ } };
const tell = (text) => { if (said) said.textContent = text; };

async function send(row, again = false) {
  const answer = await fetch(`${room}/answer`, {
    method: 'POST', headers: { Accept: 'application/json', 'X-CSRF-Token': row.csrf }, body: new URLSearchParams(row.fields),
  });
  if (answer.ok) return '';
  if (answer.status === 403 && !again) return send({ ...row, csrf: (await (await fetch('/csrf')).json()).token }, true);
  if (answer.status >= 500 || answer.status === 429) throw new Error('later');
  return (await answer.json()).message;
}

let sending = false;
async function flush() {
  if (sending) return;
  sending = true;
  try {
    for (let rows = kept(); rows.length; rows = kept()) {
      const refused = await send(rows[0]);
      keep(kept().slice(1));
      tell(refused || `Your answer is kept: ${rows[0].text}`);
      if (!refused) form?.remove();
    }
  } catch {
    tell('No connection: your answer waits here and is sent as soon as there is one.');
  } finally {
    sending = false;
  }
}

form?.addEventListener('submit', (event) => {
  const fields = Object.fromEntries(new FormData(form));
  if (!fields.option) return;
  event.preventDefault();
  const text = form.querySelector(':checked').closest('label').querySelector('span').textContent;
  keep([...kept().filter((row) => row.fields.number !== fields.number), { csrf: fields.csrf, fields, text }]);
  tell('Sending your answer …');
  flush().then(() => { if (!mark.dataset.live && !kept().length) location.assign(`${room}/seat?q=${Number(fields.number) + 1}`); });
});

async function look() {
  try {
    const answer = await fetch(`${room}/cursor`, { headers: { Accept: 'application/json' } });
    if (!answer.ok) return;
    const now = await answer.json();
    const moved = String(now.number) !== mark.dataset.number || (!mark.dataset.back && String(Number(now.shown)) !== mark.dataset.shown);
    if (mark.dataset.host ? String(now.version) !== mark.dataset.version : mark.dataset.live && moved) {
      if (!kept().length) mark.dataset.back ? location.assign(`${room}/seat`) : location.reload();
    }
  } catch { /* the next look may find it */ }
}

if (kept().length) flush();
setInterval(() => { if (kept().length) flush(); }, 1500);
if (mark.dataset.host || mark.dataset.live) setInterval(look, EVERY + Math.random() * 200);
