// A page that steps without a server: its places are packed into it.
(async () => {
  const pack = document.getElementById('pack');
  const bytes = Uint8Array.from(atob(pack.textContent.trim()), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  const places = JSON.parse(await new Response(stream).text());
  const desk = document.getElementById('desk');
  const choose = document.getElementById('places');
  let at = Number(pack.dataset.start);
  places.forEach((one, index) => choose.add(new Option(`${one.at} · ${one.clause} · ${one.said.slice(0, 60)}`, index)));
  function show(index) {
    if (index < 0 || index >= places.length) return;
    at = index;
    desk.innerHTML = places[at].html;
    choose.value = at;
    document.getElementById('live').textContent = places[at].said;
    for (const link of desk.querySelectorAll('a[href]')) {
      const place = link.getAttribute('href').split('?')[0].split('/').pop();
      const target = places.findIndex((one) => one.at === place);
      const inside = link.hasAttribute('data-step') && target >= 0;
      link.removeAttribute('href');
      if (inside) { link.href = '#'; link.onclick = (event) => { event.preventDefault(); show(target); }; }
    }
  }
  const moves = { first: () => show(0), back: () => show(at - 1), next: () => show(at + 1), last: () => show(places.length - 1) };
  const keys = { ArrowRight: 'next', ArrowLeft: 'back', Home: 'first', End: 'last' };
  document.addEventListener('keydown', (event) => { const name = keys[event.key]; if (name && event.target !== choose) { event.preventDefault(); moves[name](); } });
  for (const button of document.querySelectorAll('[data-go]')) button.onclick = moves[button.dataset.go];
  choose.onchange = () => show(Number(choose.value));
  show(at);
})();
