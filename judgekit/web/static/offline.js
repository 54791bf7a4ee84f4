// A page that steps without a server: the places of all branches are packed into it.
(async () => {
  const pack = document.getElementById('pack');
  const bytes = Uint8Array.from(atob(pack.textContent.trim()), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  const { lines, parts, branches } = JSON.parse(await new Response(stream).text());
  const desk = document.getElementById('desk');
  const choose = document.getElementById('places');
  const line = document.getElementById('branches');
  const numbers = new Map(parts.map((one, index) => [one.key, index]));
  let branch = Math.max(0, branches.findIndex(([name]) => name === pack.dataset.branch));
  let at = 0;
  const places = () => branches[branch][1];

  function list() {
    choose.replaceChildren(...places().map((index, place) => new Option(`${parts[index].at} · ${parts[index].clause} · ${parts[index].said.slice(0, 60)}`, place)));
    line.value = branch;
  }

  function show(place) {
    if (place < 0 || place >= places().length) return;
    at = place;
    const one = parts[places()[at]];
    desk.innerHTML = one.lines.map((index) => lines[index]).join('\n');
    choose.value = at;
    document.getElementById('live').textContent = one.said;
    for (const link of desk.querySelectorAll('a[href]')) {
      const target = numbers.get(link.getAttribute('href').split('?')[0].split('/').slice(-2).join('/'));
      const inside = link.hasAttribute('data-step') && target !== undefined;
      link.removeAttribute('href');
      if (inside) { link.href = '#'; link.onclick = (event) => { event.preventDefault(); open(target); }; }
    }
  }

  // a place by its number: on this branch, else on one that has it
  function open(number) {
    const found = places().includes(number) ? branch : branches.findIndex(([, own]) => own.includes(number));
    if (found !== branch) { branch = found; list(); }
    show(places().indexOf(number));
  }

  // the same place of another branch, or the last one before it
  function change(next) {
    const here = places()[at];
    branch = next;
    list();
    const same = places().indexOf(here);
    show(same >= 0 ? same : places().length - 1);
  }

  const moves = { first: () => show(0), back: () => show(at - 1), next: () => show(at + 1), last: () => show(places().length - 1) };
  const keys = { ArrowRight: 'next', ArrowLeft: 'back', Home: 'first', End: 'last' };
  document.addEventListener('keydown', (event) => { const name = keys[event.key]; if (name && !event.target.matches('select')) { event.preventDefault(); moves[name](); } });
  for (const button of document.querySelectorAll('[data-go]')) button.onclick = moves[button.dataset.go];
  choose.onchange = () => show(Number(choose.value));
  line.onchange = () => change(Number(line.value));
  line.replaceChildren(...branches.map(([name], index) => new Option(name, index)));
  line.parentElement.hidden = branches.length < 2;
  list();
  open(numbers.get(pack.dataset.start) ?? 0);
})();
