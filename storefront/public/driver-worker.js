// The driver's pages without network. It is registered for /desk/driver alone: no page of the shop knows of it. Pages come from the
// network where there is one, else as they were last seen today; files of the shop's build never change and come from here first.
// Presses are not its business: the outbox of the open page keeps and sends them.

const LONGEST_WAIT_MS = 4000;
const DAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London', dateStyle: 'short' });

const cacheName = () => `driver ${DAY.format(new Date())}`;

/** Addresses do not stay on a phone: what is from another day is deleted before anything is answered. */
async function openCache() {
  const name = cacheName();
  for (const other of await caches.keys()) if (other !== name) await caches.delete(other);
  return caches.open(name);
}

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(openCache().then(() => self.clients.claim())));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(answerPage(request));
  else if (/^\/(assets|pictures)\//.test(pathname)) event.respondWith(answerFile(request));
});

/** The pages of the run and its files, so that they open later. */
self.addEventListener('message', (event) => {
  const { keep: paths = [], only } = event.data ?? {};
  event.waitUntil(dropOthers(only).then(() => keepAll(paths)));
});

/** Pages of a run that is not the driver's, or of the driver who was signed in before. */
async function dropOthers(only) {
  if (!Array.isArray(only)) return;
  const cache = await openCache();
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith('/desk/') && !only.includes(pathname)) await cache.delete(request);
  }
}

async function keepAll(paths) {
  const cache = await openCache();
  for (const path of paths) {
    const isFile = /^\/(assets|pictures)\//.test(path);
    if (isFile && (await cache.match(path))) continue;
    const response = await fetch(path, { credentials: 'same-origin', redirect: 'manual' }).catch(() => undefined);
    if (response?.ok) await keep(cache, path, response);
  }
}

/** With its own scripts and the pictures that it shows: they are not loaded before it is. */
async function keep(cache, path, response) {
  const copy = response.clone();
  await cache.put(path, response);
  if (!copy.headers.get('content-type')?.startsWith('text/html')) return;
  const html = await copy.text();
  const files = [...html.matchAll(/<img[^>]+src="(\/pictures\/[^"]+)"|(\/assets\/[\w.-]+)/g)];
  for (const file of new Set(files.map(([, picture, asset]) => picture ?? asset)))
    if (!(await cache.match(file))) await cache.add(file).catch(() => {});
}

async function answerFile(request) {
  const cache = await openCache();
  const kept = await cache.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

async function answerPage(request) {
  const cache = await openCache();
  const { pathname, search } = new URL(request.url);
  const kept = await cache.match(pathname);
  const fromNetwork = fetch(request).then(async (response) => {
    // Signed out: nothing of the run stays here. A stop that is no longer the driver's goes, too.
    if (response.type === 'opaqueredirect') await caches.delete(cacheName());
    else if (response.ok && search === '') await cache.put(pathname, response.clone());
    else if (response.status === 404 || response.status === 403) await cache.delete(pathname);
    return response;
  });
  const tooLong = new Promise((_resolve, reject) => setTimeout(reject, LONGEST_WAIT_MS));
  try {
    return await (kept ? Promise.race([fromNetwork, tooLong]) : fromNetwork);
  } catch {
    fromNetwork.catch(() => {});
    return kept ?? (await cache.match('/desk/driver')) ?? noNetwork();
  }
}

const noNetwork = () =>
  new Response(
    '<!doctype html><html lang="en-GB"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>No signal</title><h1>No signal</h1><p>This page is not on the phone. What you pressed is, and goes later.</p><p><a href="/desk/driver">Your run</a></p>',
    { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } },
  );
