import type { CDPSession, Page } from '@playwright/test';
import { BOUQUETS } from './bouquets.ts';

/** Font sizes of the browser at 150 % and 200 %, the shop's are in rem and follow; widths. Each is one change: a layout costs most. */
const LOOKS = [
  [24, 320],
  [24, 360],
  [32, 360],
  [32, 320],
] as const;
const USUAL = 16;

/** A village on Anglesey, 58 letters: people live there, are called like that, and name bouquets after it. */
const LONG_WORD = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch';

/** The names and words that the journeys use. */
const NAMES = [
  ...BOUQUETS.map(({ name }) => name),
  'Rosalind',
  'Thorne',
  'Nell Whitcombe',
  'York',
  'Gillygate',
  'Alder House',
  'birthday',
  'Pretty',
];

/** What overflows the screen in big type, with every name one word of 58 letters. Restores the page, but its width. */
export async function findFaultsInBigType(page: Page, what: string): Promise<string[]> {
  const browser = await connect(page);
  const faults: string[] = [];
  await untilTakenOver(page);
  await page.evaluate(lengthenNames, { names: NAMES, longWord: LONG_WORD });
  for (const [standard, width] of LOOKS) {
    await browser.send('Page.setFontSizes', { fontSizes: { standard } });
    await resize(page, { width, height: 800 });
    const found = await page.evaluate(findBeyondEdge);
    faults.push(...found.map((fault) => `${what} at ${width} px in letters of ${standard} px: ${fault}`));
  }
  await browser.send('Page.setFontSizes', { fontSizes: { standard: USUAL } });
  await page.evaluate(restoreNames);
  return faults;
}

/** Asking for the size that it has would draw the page again. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  const now = page.viewportSize();
  if (now?.width !== size.width || now.height !== size.height) await page.setViewportSize(size);
}

/** Names made long before the scripts take the page over would be a text that is not the server's: React throws. */
async function untilTakenOver(page: Page): Promise<void> {
  const isOurs = () => {
    const main = document.getElementById('main');
    return main === null || Object.keys(main).some((key) => key.startsWith('__react'));
  };
  // Without scripts nothing takes it over.
  await page.waitForFunction(isOurs, undefined, { timeout: 5_000 }).catch(() => {});
}

const connections = new WeakMap<Page, CDPSession>();

/** One connection for each page, which ends with it: ending it earlier takes away the device on which a page has its passkeys. */
async function connect(page: Page): Promise<CDPSession> {
  const connection = connections.get(page) ?? (await page.context().newCDPSession(page));
  connections.set(page, connection);
  return connection;
}

type Lengthened = { node: Text; was: string; is: string };

function lengthenNames({ names, longWord }: { names: string[]; longWord: string }): void {
  const lengthened: Lengthened[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    if (node.parentElement?.closest('script, style')) continue;
    const is = names.reduce((text, name) => text.replaceAll(name, longWord), node.data);
    if (is !== node.data) lengthened.push({ node, was: node.data, is });
  }
  for (const { node, is } of lengthened) node.data = is;
  Object.assign(window, { lengthened });
}

function restoreNames(): void {
  const { lengthened } = window as unknown as { lengthened: Lengthened[] };
  for (const { node, was, is } of lengthened) if (node.data === is) node.data = was;
}

/** Overflow of the page, and of fixed elements, for which a page does not scroll. */
function findBeyondEdge(): string[] {
  const { documentElement: root, body } = document;
  const isCutOrScrolled = (element: Element): boolean =>
    element !== body && (getComputedStyle(element).overflowX !== 'visible' || isClippedIn(element.parentElement));
  const isClippedIn = (element: Element | null): boolean =>
    element !== null && element !== body && isCutOrScrolled(element);
  body.style.overflowX = 'visible';
  const beyond = root.scrollWidth - root.clientWidth;
  body.style.overflowX = '';
  // A notice that flies in or out is beyond the edge for a moment.
  const moving = document
    .getAnimations()
    .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    .map(({ effect }) => (effect as KeyframeEffect).target);
  const outside = [...body.querySelectorAll('*')].filter((element) => {
    if (moving.some((target) => target?.contains(element))) return false;
    const { left, right, width } = element.getBoundingClientRect();
    if (width <= 1 || (right <= root.clientWidth + 1 && left >= -1)) return false;
    return element.childElementCount === 0 && element.checkVisibility() && !isClippedIn(element.parentElement);
  });
  const words = outside.map(
    ({ nodeName, textContent }) => `${nodeName} ${textContent?.trim().slice(0, 30)} leaves the screen`,
  );
  return [...(beyond > 0 ? [`scrolls sideways by ${beyond} px`] : []), ...words.slice(0, 3)];
}
