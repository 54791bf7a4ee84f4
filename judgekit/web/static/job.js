// How far long work is, without reloading; without this file the page reloads itself.
const part = document.getElementById('job');
const bar = part.querySelector('progress');
const [done, total, doing] = ['job-done', 'job-total', 'job-doing'].map((id) => document.getElementById(id));

async function look() {
  const answer = await fetch(`/jobs/${part.dataset.job}?format=json`);
  if (!answer.ok) { location.reload(); return; }
  const { job } = await answer.json();
  if (job.status !== 'running') { location.replace(job.status === 'done' ? job.result : location.href); return; }
  bar.max = job.total;
  bar.value = job.done;
  done.textContent = job.done;
  total.textContent = job.total;
  if (doing.textContent !== job.doing) doing.textContent = job.doing;
  setTimeout(look, 250);
}

setTimeout(look, 250);
