import { once } from 'node:events';
import { createServer } from 'node:http';
import type { BrowserContext, Page } from '@playwright/test';
import { PORTS, SHOP } from '../test-environment.ts';
import { MARK } from './payloads.ts';

const FOREIGN_PORT = PORTS.behind + 1;
const FOREIGN = `http://127.0.0.1:${FOREIGN_PORT}`;
const SETTLED_MS = 500;

/** A way to do harm once markup has got in; done in the page, with another site at hand. */
type Way = { directive: RegExp; act(foreign: string): void };

const WAYS: Record<string, Way> = {
  'a script in the page': {
    directive: /^script-src/,
    act: () => document.body.append(Object.assign(document.createElement('script'), { textContent: 'ml=1' })),
  },
  'a handler': {
    directive: /^script-src/,
    act: () => document.body.insertAdjacentHTML('beforeend', '<img src="data:," onerror="ml=1">'),
  },
  'an address that runs': {
    directive: /^script-src/,
    act: () => Object.assign(document.createElement('a'), { href: 'javascript:void(ml=1)' }).click(),
  },
  'words that are run': { directive: /^script-src/, act: () => void setTimeout('ml=1') },
  'a script from elsewhere': {
    directive: /^script-src/,
    act: (foreign) => document.head.append(Object.assign(document.createElement('script'), { src: `${foreign}/a.js` })),
  },
  'a worker': {
    directive: /^(worker|script)-src/,
    act: (foreign) => {
      const code = new Blob([`fetch('${foreign}/worker')`], { type: 'text/javascript' });
      try {
        new Worker(URL.createObjectURL(code));
      } catch {
        // Some browsers refuse aloud.
      }
    },
  },
  'another base': {
    directive: /^base-uri/,
    act: (foreign) => {
      document.head.prepend(Object.assign(document.createElement('base'), { href: `${foreign}/` }));
      document.head.append(Object.assign(document.createElement('link'), { rel: 'icon', href: 'base.png' }));
      fetch('base').catch(() => {});
    },
  },
  'a frame': {
    directive: /^frame-src|^default-src/,
    act: (foreign) =>
      document.body.append(Object.assign(document.createElement('iframe'), { src: `${foreign}/frame` })),
  },
  'a plug-in': {
    directive: /^object-src|^default-src/,
    act: (foreign) =>
      document.body.append(Object.assign(document.createElement('object'), { data: `${foreign}/object` })),
  },
  'a picture from elsewhere': {
    directive: /^img-src/,
    act: (foreign) => document.body.append(Object.assign(document.createElement('img'), { src: `${foreign}/a.png` })),
  },
  'a stylesheet from elsewhere': {
    directive: /^style-src/,
    act: (foreign) => {
      document.head.append(
        Object.assign(document.createElement('link'), { rel: 'stylesheet', href: `${foreign}/a.css` }),
      );
    },
  },
  'a message elsewhere': { directive: /^connect-src/, act: (foreign) => void fetch(`${foreign}/told`).catch(() => {}) },
  'a form that goes elsewhere': {
    directive: /^form-action/,
    act: (foreign) => {
      const form = Object.assign(document.createElement('form'), { action: `${foreign}/form`, method: 'get' });
      document.body.append(form);
      form.submit();
    },
  },
};

/** What came of one way on one page. */
export type Tried = { what: string; ran: boolean; asked: string[]; directives: string[]; isNamed: boolean };

/** Another site on this machine, which remembers what it was asked. */
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
    server.close();
    await once(server, 'close');
  };
  return { asked, close };
}

/** Puts each into a page of the shop, or of another address where one is given, past everything that would have made it words, and tells what came of it. */
export async function tryEachWay(context: BrowserContext, paths: string[]): Promise<Tried[]> {
  const foreign = await openForeign();
  const results: Tried[] = [];
  try {
    for (const path of paths) {
      for (const [what, way] of Object.entries(WAYS)) {
        foreign.asked.length = 0;
        const { ran, directives } = await tryOne(context, path, (page) => page.evaluate(way.act, FOREIGN));
        const isNamed = directives.some((directive) => way.directive.test(directive));
        results.push({ what: `${what} in ${path}`, ran, asked: [...foreign.asked], directives, isNamed });
      }
      foreign.asked.length = 0;
      const { ran, directives } = await tryOne(context, path);
      const isNamed = ['script-src-elem', 'script-src-attr'].every((one) => directives.includes(one));
      results.push({ what: `markup in ${path} itself`, ran, asked: [...foreign.asked], directives, isNamed });
    }
  } finally {
    await foreign.close();
  }
  return results;
}

const MARKUP = `<script>${MARK}=1</script><img src="data:," onerror="${MARK}=1"><script src="${FOREIGN}/a.js"></script>`;

/** In a page of its own; where nothing is done in it, the markup comes with it, under the policy that it has. */
async function tryOne(context: BrowserContext, path: string, act?: (page: Page) => Promise<void>) {
  const page = await context.newPage();
  const address = new URL(path, SHOP).href;
  const directives: string[] = [];
  try {
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
    // The page is awake, and has gone wherever it wanted to go.
    await page.waitForTimeout(SETTLED_MS);
    // What its own scripts tried is not what we try: one of them asks whether it may make others, and goes without.
    if (act) directives.length = 0;
    await act?.(page);
    await page.waitForTimeout(SETTLED_MS);
    return { ran: await page.evaluate((mark) => mark in window, MARK), directives };
  } finally {
    await page.close();
  }
}
