// Drafts that this browser keeps, on the disk as soon as they are kept: a browser that is killed has them still.
let base;
function opened() {
  base ??= new Promise((done, failed) => {
    const asked = indexedDB.open('judgekit', 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore('drafts', { keyPath: 'name' });
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error);
  });
  return base;
}

async function act(mode, deed) {
  const work = (await opened()).transaction('drafts', mode, { durability: 'strict' });
  const asked = deed(work.objectStore('drafts'));
  await new Promise((done, failed) => { work.oncomplete = done; work.onerror = () => failed(work.error); });
  return asked.result;
}

export const all = () => act('readonly', (drafts) => drafts.getAll());
export const find = (name) => act('readonly', (drafts) => drafts.get(name));
export const keep = (draft) => act('readwrite', (drafts) => drafts.put(draft));
export const remove = (name) => act('readwrite', (drafts) => drafts.delete(name));
