import { once } from 'node:events';
import { createServer } from 'node:http';
import type { BrowserContext, Page } from '@playwright/test';
import { PORTS, SHOP } from '../test-environment.ts';
import { MARK } from './payloads.ts';

const FOREIGN_PORT = PORTS.behind + 1;
const FOREIGN = `http://127.0.0.1:${FOREIGN_PORT}`;
const SETTLED_MS = 500;

/** What injected markup could do in the page, with the directive that must block it; `foreign` is another site. */
const WAYS: Record<string, [directive: RegExp, code: string]> = {
  'a script in the page': [/^script-src/, `document.body.append(make('script', { textContent: 'ml=1' }))`],
  'a handler': [/^script-src/, `document.body.insertAdjacentHTML('beforeend', '<img src="data:," onerror="ml=1">')`],
  'an address that runs': [/^script-src/, `make('a', { href: 'javascript:void(ml=1)' }).click()`],
  'words that are run': [/^script-src/, `setTimeout('ml=1')`],
  'a script from elsewhere': [/^script-src/, `document.head.append(make('script', { src: foreign + '/a.js' }))`],
  'a worker': [
    /^(worker|script)-src/,
    `try {
      new Worker(URL.createObjectURL(new Blob(["fetch('" + foreign + "/worker')"], { type: 'text/javascript' })));
    } catch {}`,
  ],
  'another base': [
    /^base-uri/,
    `document.head.prepend(make('base', { href: foreign + '/' }));
    document.head.append(make('link', { rel: 'icon', href: 'base.png' }));
    fetch('base').catch(() => {});`,
  ],
  'a frame': [/^frame-src|^default-src/, `document.body.append(make('iframe', { src: foreign + '/frame' }))`],
  'a plug-in': [/^object-src|^default-src/, `document.body.append(make('object', { data: foreign + '/object' }))`],
  'a picture from elsewhere': [/^img-src/, `document.body.append(make('img', { src: foreign + '/a.png' }))`],
  'a stylesheet from elsewhere': [
    /^style-src/,
    `document.head.append(make('link', { rel: 'stylesheet', href: foreign + '/a.css' }))`,
  ],
  'a message elsewhere': [/^connect-src/, `fetch(foreign + '/told').catch(() => {})`],
  'a form that goes elsewhere': [
    /^form-action/,
    `const form = make('form', { action: foreign + '/form', method: 'get' });
    document.body.append(form);
    form.submit();`,
  ],
};
const toScript = (code: string): string => `{
  const foreign = '${FOREIGN}';
  const make = (tag, properties) => Object.assign(document.createElement(tag), properties);
  ${code};
  undefined;
}`;

export type Tried = { what: string; ran: boolean; asked: string[]; directives: string[]; isNamed: boolean };

/** Another site on this machine, which records the requests it receives. */
async function openForeign() {
  const asked: string[] = [];
  const server = createServer((request, reply) => {
    asked.push(request.url ?? '');
    const type = request.url?.endsWith('.js') ? 'text/javascript' : 'text/html';
    reply.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' }).end(`${MARK}=1`);
  });
  server.listen(FOREIGN_PORT, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    await server[Symbol.asyncDispose]();
  };
  return { asked, [Symbol.asyncDispose]: close };
}

/** Does each on each page, as if the markup had not been escaped, and returns what came of it. */
export async function tryEachWay(context: BrowserContext, paths: string[]): Promise<Tried[]> {
  await using foreign = await openForeign();
  const results: Tried[] = [];
  for (const path of paths) {
    for (const [what, [directive, code]] of Object.entries(WAYS)) {
      foreign.asked.length = 0;
      const { ran, directives } = await tryOne(context, path, (page) => page.evaluate(toScript(code)));
      const isNamed = directives.some((one) => directive.test(one));
      results.push({ what: `${what} in ${path}`, ran, asked: [...foreign.asked], directives, isNamed });
    }
    foreign.asked.length = 0;
    const { ran, directives } = await tryOne(context, path);
    const isNamed = ['script-src-elem', 'script-src-attr'].every((one) => directives.includes(one));
    results.push({ what: `markup in ${path} itself`, ran, asked: [...foreign.asked], directives, isNamed });
  }
  return results;
}

const MARKUP = `<script>${MARK}=1</script><img src="data:," onerror="${MARK}=1"><script src="${FOREIGN}/a.js"></script>`;

/** In a page of its own; without an act, the markup is added to the response of the server, with its policy. */
async function tryOne(context: BrowserContext, path: string, act?: (page: Page) => Promise<unknown>) {
  await using page = await context.newPage();
  const address = new URL(path, SHOP).href;
  const directives: string[] = [];
  await page.exposeFunction('refused', (directive: string) => directives.push(directive));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
      (window as unknown as { refused(directive: string): void }).refused(effectiveDirective);
    });
  });
  if (!act) {
    await page.route(
      ({ href }) => href === address,
      async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replace('</body>', () => `${MARKUP}</body>`);
        await route.fulfill({ response, body });
      },
    );
  }
  await page.goto(address, { waitUntil: 'load' });
  // The page has hydrated, and has navigated if it does so by itself.
  await page.waitForTimeout(SETTLED_MS);
  // What the page's own scripts try does not count: one of them tests whether it may create others.
  if (act) directives.length = 0;
  await act?.(page);
  await page.waitForTimeout(SETTLED_MS);
  return { ran: await page.evaluate((mark) => mark in window, MARK), directives };
}
