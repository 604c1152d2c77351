import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { Letter } from '#server/platform/mail/letter.ts';
import { renderLetter } from '#server/platform/mail/render/render-letter.ts';
import { parseStored } from '#server/platform/parse-stored.ts';
import { expect, test } from './fixtures.ts';

/** One of every kind and version: `server/src/whole-shop/stored-rows.test.ts` sees to it that none is missing. */
const ROWS = new URL('../server/src/testing/stored-rows/letters.json', import.meta.url);
const letters: { version: string; letter: { kind: string } }[] = JSON.parse(readFileSync(ROWS, 'utf8'));

/** The least that WCAG asks of text. */
const LEAST = 4.5;

/** How mail programs show a letter. */
const READERS = {
  light: (page: Page) => page.emulateMedia({ colorScheme: 'light' }),
  dark: (page: Page) => page.emulateMedia({ colorScheme: 'dark' }),
  'one that knows no styles but those of each part': dropStyles,
  'one that makes light paper dark and dark words light by itself': async (page: Page) => {
    await dropStyles(page);
    await page.evaluate(invertColours);
  },
};

test('No letter is wider than a small phone', async ({ page, baseURL, allowFailures }) => {
  allowFailures(/\/pictures\/|\/api\//);
  await page.setViewportSize({ width: 360, height: 700 });
  for (const { letter } of letters) {
    const { html } = renderLetter(parseStored(Letter, 'The letter', letter), { publicUrl: baseURL ?? '' });
    await page.setContent(html);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect([letter.kind, width]).toEqual([letter.kind, 360]);
  }
});

test('Each letter can be read on light and on dark', async ({ page, baseURL, allowFailures }) => {
  // Its pictures are made up: programs that load none show what is in them, in words.
  allowFailures(/\/pictures\/|\/api\//);
  const tooFaint: { letter: string; reader: string; words: string; contrast: number }[] = [];
  for (const { version, letter } of letters) {
    const options = { publicUrl: baseURL ?? '', isDemo: true };
    const { html } = renderLetter(parseStored(Letter, 'The letter', letter), options);
    for (const [reader, readAs] of Object.entries(READERS)) {
      await page.setContent(html);
      await readAs(page);
      const texts = await page.evaluate(measureTexts);
      expect(texts.length, 'Every text is measured').toBeGreaterThan(4);
      const faint = texts.filter(({ contrast }) => contrast < LEAST);
      tooFaint.push(...faint.map((text) => ({ letter: `${letter.kind} of ${version}`, reader, ...text })));
    }
  }
  expect(tooFaint).toEqual([]);
});

/** Some programs keep what stands at each part, and nothing of the head. */
async function dropStyles(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.evaluate(() => {
    for (const style of document.querySelectorAll('style')) style.remove();
  });
}

/** As the programs do that darken a letter themselves: lightness is turned round where it is in the way. */
function invertColours(): void {
  const invert = (colour: string, isInTheWay: (lightness: number) => boolean): string | undefined => {
    const [red = 0, green = 0, blue = 0, alpha = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number);
    const lightness = (Math.max(red, green, blue) + Math.min(red, green, blue)) / 2;
    if (alpha === 0 || !isInTheWay(lightness)) return undefined;
    return `rgb(${[red, green, blue].map((part) => Math.min(255, Math.max(0, part + 255 - 2 * lightness))).join()})`;
  };
  // First all of them are read: a colour is inherited by what has none of its own.
  const changes = [...document.querySelectorAll<HTMLElement>('body, body *')].map((element) => {
    const { backgroundColor, color } = getComputedStyle(element);
    const paper = invert(backgroundColor, (lightness) => lightness > 127);
    return { element, paper, ink: invert(color, (lightness) => lightness < 128) };
  });
  for (const { element, paper, ink } of changes) {
    if (paper) element.style.backgroundColor = paper;
    if (ink) element.style.color = ink;
  }
}

/** Every text that is shown and the words that stand for a picture, with their contrast. What has no background of its own has none. */
function measureTexts(): { words: string; contrast: number }[] {
  const luminance = (colour: string): number => {
    const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
      const share = Number(part) / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const paperOf = (element: Element): string | undefined => {
    for (let each: Element | null = element; each && each !== document.documentElement; each = each.parentElement) {
      const { backgroundColor } = getComputedStyle(each);
      if (backgroundColor !== 'rgba(0, 0, 0, 0)') return backgroundColor;
    }
    return undefined;
  };
  const measure = (element: Element, words: string) => {
    const paper = paperOf(element);
    if (paper === undefined) return { words, contrast: 0 };
    const [light, dark] = [paper, getComputedStyle(element).color].map(luminance).sort((a, b) => b - a) as [
      number,
      number,
    ];
    return { words, contrast: Math.round(((light + 0.05) / (dark + 0.05)) * 10) / 10 };
  };
  const measured: { words: string; contrast: number }[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { parentElement: element, textContent } = texts.currentNode;
    const words = (textContent ?? '').trim();
    if (element && words !== '' && element.checkVisibility()) measured.push(measure(element, words));
  }
  for (const picture of document.images) measured.push(measure(picture, picture.alt));
  return measured;
}
