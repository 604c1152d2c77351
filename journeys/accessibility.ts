import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import { findFaultsInBigType, resize } from './big-type.ts';

/** The small file, once in each document: reading the large one twice cost a third of a second for each state. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** The narrowest phone, a desktop at 200 %, a tablet. */
const NARROWER = [320, 640, 768] as const;
const WIDE = 1440;

/** The faults of the page at its current width: axe's violations, overflow, and targets that are too small. */
export async function findFaults(page: Page, what: string): Promise<string[]> {
  return [...(await findMisfits(page, what)), ...name(await findAxeViolations(page), page, what)];
}

/** The same without axe's: overflow and small targets, which another width may have. */
export async function findMisfits(page: Page, what: string): Promise<string[]> {
  return name([...(await findOverhang(page)), ...(await findSmallTargets(page))], page, what);
}

const name = (faults: string[], page: Page, what: string) =>
  faults.map((fault) => `${what} at ${page.viewportSize()?.width} px: ${fault}`);

/**
 * The faults of a state of a page: what does not fit at any width, nor in big type with long words, and axe's violations. Axe
 * takes longest and looks at a state once: on the wide screen, or on the phone that the journey is walked on, which goes on as
 * wide as it was.
 */
export async function findFaultsAtAllWidths(page: Page, what: string): Promise<string[]> {
  const before = page.viewportSize() ?? { width: WIDE, height: 800 };
  const faults = await findFaultsInBigType(page, what);
  for (const width of [...NARROWER, WIDE]) {
    await resize(page, { width, height: 800 });
    faults.push(...(await findMisfits(page, what)));
  }
  const [, narrow] = NARROWER;
  await resize(page, { width: before.width < narrow ? NARROWER[0] : WIDE, height: 800 });
  faults.push(...name(await findAxeViolations(page), page, what));
  await resize(page, before);
  return faults;
}

/**
 * Axe's violations on the page by the rules that it has on by default, one line each. Off is the size of targets: it counts what a
 * bar covers while the page is scrolled; findSmallTargets measures them. Words that fade in or out have less contrast for a moment
 * only.
 */
async function findAxeViolations(page: Page): Promise<string[]> {
  await page.evaluate(endTransitions);
  for (const frame of page.frames()) if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(AXE);
  const violations = await page.evaluate(async () => {
    const { run } = (window as unknown as { axe: typeof axe }).axe;
    const results = await run({ resultTypes: ['violations'] });
    return results.violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target }) => `${id}: ${help} (${target.join(' ')})`),
    );
  });
  await page.evaluate(allowTransitions);
  return violations;
}

/** From now on everything is at once where a transition would lead it, those under way and animations with an end too. */
function endTransitions(): void {
  for (const animation of document.getAnimations())
    if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, ::before, ::after { transition: none !important }');
  document.adoptedStyleSheets.push(sheet);
}

function allowTransitions(): void {
  document.adoptedStyleSheets.pop();
}

/** How far the page overflows the right edge of the screen when nothing is clipped. */
async function findOverhang(page: Page): Promise<string[]> {
  const overhang = await page.evaluate(() => {
    const { documentElement: root, body } = document;
    body.style.overflowX = 'visible';
    const beyond = root.scrollWidth - root.clientWidth;
    body.style.overflowX = '';
    return beyond;
  });
  return overhang > 0 ? [`scrolls sideways by ${overhang} px`] : [];
}

/** What can be pressed but is smaller than 24 × 24 pixels. Links within a sentence are as tall as the sentence. */
async function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isWithinSentence = (element: Element) => {
      const block = element.closest('p, li, dd, address, [role="status"]');
      const beside = block?.textContent?.replace(element.textContent ?? '', '').trim();
      return getComputedStyle(element).display.startsWith('inline') && Boolean(beside);
    };
    const sizeOf = (element: Element) => {
      const spread = getComputedStyle(element, '::after');
      const covers = spread.content !== 'none' && spread.position === 'absolute' && spread.inset === '0px';
      return ((covers && (element as HTMLElement).offsetParent) || element).getBoundingClientRect();
    };
    const targets = [
      ...document.querySelectorAll('a[href], button, input, select, textarea, summary, [role="option"]'),
    ];
    return (
      targets
        .filter((element) => element.checkVisibility() && !isWithinSentence(element))
        .map((element) => ({ words: element.getAttribute('aria-label') ?? element.textContent, size: sizeOf(element) }))
        // A single pixel is for screen readers only, until it has the focus.
        .filter(({ size: { width, height } }) => width > 1 && (Math.round(width) < 24 || Math.round(height) < 24))
        .map(({ words, size }) => `${words} is ${Math.round(size.width)} × ${Math.round(size.height)} px small`)
    );
  });
}
