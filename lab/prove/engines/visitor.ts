import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../../rig/shop.ts';
import type { Page, Size, Target } from './page.ts';

/** Pictures for a person's own look. */
const PICTURES = join(ROOT, 'build', 'engines');
/** Six journeys share two cores with two browsers. */
const PATIENCE_MS = 30_000;
const PRESS_AGAIN_MS = 8_000;
const ADDRESS = 'location.pathname + location.search';

export const button = (name: string, within = 'main'): Target => ({
  css: `${within} :is(button, summary, [role="button"])`,
  name,
});
export const link = (name: string, within = 'main'): Target => ({ css: `${within} a[href]`, name });
export const field = (name: string, within = 'main'): Target => ({
  css: `${within} :is(input, textarea, select)`,
  name,
});
export const any = (css: string): Target => ({ css });

export type Visitor = ReturnType<typeof createVisitor>;

/** Somebody before a page who waits until there is what they look for, and notices what is wrong with what they see. */
export function createVisitor(page: Page, shop: string, { name, size }: { name: string; size: Size }) {
  let [checks, repeated] = [0, 0];
  const wrong: string[] = [];

  const eventually = async <T>(what: string, look: () => Promise<T | undefined | false>): Promise<T> => {
    let last: unknown = '';
    for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(100)) {
      try {
        const found = await look();
        if (found !== undefined && found !== false) {
          checks++;
          return found;
        }
      } catch (error) {
        last = (error as Error).message;
      }
    }
    await savePicture('given up').catch(() => {});
    const at = await page.read<string>(ADDRESS).catch(() => 'nowhere');
    throw new Error(`${what}: not within ${PATIENCE_MS / 1000} s, at ${at}. ${last}`);
  };
  const savePicture = async (what: string): Promise<void> => {
    mkdirSync(PICTURES, { recursive: true });
    const file = `${name} ${size.width} ${what}.png`.toLowerCase().replaceAll(' ', '-');
    writeFileSync(join(PICTURES, file), await page.takePicture());
  };
  const textOf = (css: string) =>
    page.read<string>(`[...document.querySelectorAll(${JSON.stringify(css)})].map((one) => one.innerText).join('\\n')`);

  return {
    page,
    shop,
    checks: () => checks,
    repeated: () => repeated,
    wrong: () => wrong,
    eventually,
    textOf,
    /** Opens a page of the shop and waits until its scripts run: the countdown at its top begins with them. */
    async open(path: string): Promise<void> {
      await page.open(shop + path);
      if (!path.startsWith('/desk')) await eventually(`${path} is awake`, () => page.read<boolean>(AWAKE));
    },
    press: (target: Target) =>
      eventually(`press ${target.name ?? target.css}`, async () => {
        await page.press(target);
        return true;
      }),
    /**
     * Presses a link until the address is another one. A press can be lost where the page moves under the pointer; how
     * often that was is counted.
     */
    async follow(target: Target, path: RegExp): Promise<void> {
      const pressedAt: number[] = [];
      await eventually(`follow ${target.name ?? target.css} to ${path}`, async () => {
        if (path.test(await page.read<string>(ADDRESS))) return true;
        if (Date.now() - (pressedAt.at(-1) ?? 0) < PRESS_AGAIN_MS) return false;
        await page.press(target);
        pressedAt.push(Date.now());
        return false;
      });
      repeated += Math.max(0, pressedAt.length - 1);
    },
    type: (target: Target, text: string) =>
      eventually(`type into ${target.name ?? target.css}`, async () => {
        await page.type(target, text);
        return true;
      }),
    typeDate: (target: Target, day: string) =>
      eventually(`type a day into ${target.name ?? target.css}`, async () => {
        await page.typeDate(target, day);
        return true;
      }),
    attach: (target: Target, file: string) =>
      eventually(`attach a file to ${target.name ?? target.css}`, async () => {
        await page.attach(target, file);
        return true;
      }),
    sees: (target: Target, count?: number) =>
      eventually(`see ${count ?? ''} ${target.name ?? target.css}`, async () => {
        const found = await page.count(target);
        return count === undefined ? found > 0 : found === count;
      }),
    /** The words somewhere on view in that part of the page, however its lines break. */
    reads: (words: string | RegExp, css = 'main') =>
      eventually(`read “${words}” in ${css}`, async () => {
        const text = (await textOf(css)).replaceAll(/\s+/g, ' ');
        return typeof words === 'string' ? text.includes(words) : words.test(text);
      }),
    /** The group of the pattern, once the address matches it. */
    isAt: (path: RegExp) =>
      eventually(`be at ${path}`, async () => {
        const found = path.exec(await page.read<string>(ADDRESS));
        return found ? (found[1] ?? '') : undefined;
      }),
    holds: (what: string, expression: string) => eventually(what, () => page.read<boolean>(expression)),
    awaitOpened: () => eventually('a window opens', () => page.findOpened()),
    /** What is wrong with the page as it stands: wider than the screen, letters or pictures that did not come. */
    async look(what: string): Promise<void> {
      await eventually(`${what}: its letters and pictures are there`, () => page.read<boolean>(SETTLED));
      checks++;
      wrong.push(...(await page.read<string[]>(FAULTS)).map((fault) => `${what}: ${fault}`));
      await savePicture(what);
    },
  };
}

const AWAKE = `/Order within|Order now|Next delivery|left for delivery/.test(document.body.innerText)`;

const SETTLED = `document.fonts.status === 'loaded' && [...document.images].every((one) => {
  const { top, bottom } = one.getBoundingClientRect();
  return one.complete || !one.checkVisibility() || bottom < 0 || top > innerHeight;
})`;

const FAULTS = `[
  ...(document.documentElement.scrollWidth > innerWidth
    ? ['it is ' + document.documentElement.scrollWidth + ' px wide on a screen of ' + innerWidth] : []),
  ...[...document.fonts].filter((one) => one.status === 'error').map((one) => 'the font ' + one.family + ' failed'),
  ...[...document.images].filter((one) => one.complete && one.naturalWidth === 0 && one.checkVisibility() && one.currentSrc)
    .map((one) => 'the picture ' + one.currentSrc + ' failed'),
]`;
