import { globSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Child, findPort, firstAnswer, startChild } from '../../rig/children.ts';
import { makeDataDir } from '../../rig/shop.ts';
import { type Engine, type Page, type Size, type Target, toAmerican, type Visit } from './page.ts';
import { openSession, type WebDriver } from './web-driver.ts';

const SCREEN = '1600x1400x24';
/** A window with tools is at least 447 px wide; one that a page opens has none. */
const OPENER = `data:text/html,<button onclick="open('about:blank','_blank','popup,noopener')">Open</button>`;
const ON_VIEW = `return [...document.querySelectorAll(arguments[0])].filter((one) =>
  one.type === 'file' || one.checkVisibility({ visibilityProperty: true }))`;

/**
 * What went wrong in a page since it was last read. Neither the driver nor the browser tells: under a driver it has no
 * console. So the page listens itself, from the first time that it is read, which a visitor who waits does all the time. Requests that
 * fail are not told at all: the pages say so in words.
 */
const TAKE_FAULTS = `(() => {
  if (!window.proofFaults) {
    const faults = (window.proofFaults = []);
    const say = console.error;
    console.error = (...words) => {
      faults.push('The console said: ' + words.join(' '));
      say.apply(console, words);
    };
    addEventListener('error', ({ message }) => message && faults.push('The page threw: ' + message));
    addEventListener('unhandledrejection', ({ reason }) => faults.push('The page threw: ' + reason));
  }
  return window.proofFaults.splice(0);
})()`;

/** WebKit as Debian has it: its small browser on a screen that nobody sees, driven by WebDriver. */
export async function openWebKit(): Promise<Engine> {
  await using opening = new AsyncDisposableStack();
  const { dataDir: home } = opening.use(await makeDataDir());
  const screen = opening.use(startChild('Xvfb', ['-displayfd', '1', '-screen', '0', SCREEN, '-nolisten', 'tcp']));
  const display = await readDisplay(screen);
  const port = await findPort();
  const driver = opening.use(
    startChild('WebKitWebDriver', [`--port=${port}`], {
      env: { ...process.env, HOME: home, XDG_RUNTIME_DIR: home, DISPLAY: `:${display}`, NO_AT_BRIDGE: '1' },
    }),
  );
  const url = `http://127.0.0.1:${port}`;
  await firstAnswer(driver, `${url}/status`, 20_000);
  const all = opening.move();
  return {
    name: 'WebKit',
    visit: (size) => visit(url, size),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

async function readDisplay(screen: Child): Promise<string> {
  for (let waited = 0; waited < 10_000 && !screen.hasEnded(); waited += 50) {
    const [display] = /^\d+$/m.exec(screen.words()) ?? [];
    if (display) return display;
    await sleep(50);
  }
  throw new Error(`There is no screen. ${screen.words()}`);
}

async function visit(url: string, size: Size): Promise<Visit> {
  const browser = { binary: findMiniBrowser(), args: ['--automation'] };
  const session = await openSession(url, { 'webkitgtk:browserOptions': browser });
  const faults: string[] = [];
  const [first = ''] = await session.windows();
  await session.open(OPENER);
  const [button = ''] = await session.findElements(ON_VIEW, 'button');
  await session.click(button);
  const handle = await awaitWindow(session, [first]);
  await session.switchTo(handle);
  await session.setSize(size);
  return {
    page: toPage(session, handle, { known: new Set([first, handle]), faults }),
    faults: () => faults,
    [Symbol.asyncDispose]: async () => void (await session.close()),
  };
}

function findMiniBrowser(): string {
  const [found] = globSync('/usr/lib{,exec}{,/*}/webkit2gtk-4.1/MiniBrowser');
  if (!found) throw new Error('MiniBrowser is not here: apt-get install webkit2gtk-driver');
  return found;
}

async function awaitWindow(session: WebDriver, known: string[]): Promise<string> {
  for (let waited = 0; waited < 10_000; waited += 50) {
    const found = (await session.windows()).find((handle) => !known.includes(handle));
    if (found) return found;
    await sleep(50);
  }
  throw new Error('No window opened.');
}

type Watched = { known: Set<string>; faults: string[] };

function toPage(session: WebDriver, handle: string, { known, faults }: Watched): Page {
  const list = async ({ css, name }: Target): Promise<string[]> => {
    await session.switchTo(handle);
    const found = await session.findElements(ON_VIEW, css);
    if (name === undefined) return found;
    const named: string[] = [];
    for (const element of found) if ((await session.labelOf(element)).trim() === name) named.push(element);
    return named;
  };
  const first = async (target: Target): Promise<string> => {
    const [found] = await list(target);
    if (!found) throw new Error(`There is no ${target.name ?? target.css}.`);
    return found;
  };
  return {
    async open(address) {
      await session.switchTo(handle);
      await session.open(address);
    },
    count: async (target) => (await list(target)).length,
    press: async (target) => void (await session.click(await first(target))),
    async type(target, text) {
      const field = await first(target);
      await session.clear(field);
      await session.type(field, text);
    },
    // Its date field goes on to the next part at a slash.
    typeDate: async (target, day) => void (await session.type(await first(target), toAmerican(day).join('/'))),
    attach: async (target, file) => void (await session.type(await first(target), file)),
    async read(expression) {
      await session.switchTo(handle);
      const [value, found] = await session.run<[never, string[]]>(`return [(${expression}), ${TAKE_FAULTS}]`);
      faults.push(...found);
      return value;
    },
    async takePicture() {
      await session.switchTo(handle);
      return session.takePicture();
    },
    async setCookie(name, value) {
      await session.switchTo(handle);
      await session.setCookie({ name, value });
    },
    async findOpened() {
      const opened = (await session.windows()).find((one) => !known.has(one));
      if (!opened) return undefined;
      known.add(opened);
      return toPage(session, opened, { known, faults });
    },
  };
}
