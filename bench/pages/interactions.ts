import type { Page } from '@playwright/test';
import { untilAwake } from './phone.ts';

/** What somebody does on a page, again and again. */
export type Habit = {
  name: string;
  path: string;
  isSignedIn?: boolean;
  /** Gets to where it can be done. */
  prepare?(page: Page): Promise<void>;
  /** Taps or presses a key once, for the so-manieth time, and waits until what that began is over. */
  act(page: Page, round: number): Promise<void>;
};

/** As quick as practised thumbs: a key every eighth of a second, while the results of those before arrive. */
const BETWEEN_KEYS_MS = 125;
const BETWEEN_TAPS_MS = 250;
const LETTERS = ['rose', 'peony', 'tulip', 'velvet', 'a', 'e'];

const main = (page: Page) => page.getByRole('main');
const searchBox = (page: Page) => page.getByRole('combobox', { name: 'Search bouquets' });

/** The words one after the other and over again; undefined between two of them. */
const letterAt = (round: number): string | undefined => {
  const all = LETTERS.flatMap((word) => [...word, undefined]);
  return all[round % all.length];
};

/** Each of the page's first buttons of that name in turn, and the shop's answer. */
async function addOneOf(page: Page, names: RegExp, place: number): Promise<void> {
  const button = main(page).getByRole('button', { name: names }).nth(place);
  await button.scrollIntoViewIfNeeded();
  const answered = page.waitForResponse((response) => response.request().method() === 'POST');
  await button.tap();
  await answered;
}

async function typeLetter(page: Page, round: number): Promise<void> {
  const letter = letterAt(round);
  await page.keyboard.press(letter ?? 'ControlOrMeta+a');
}

const openSearch = async (page: Page) => {
  await page.getByRole('button', { name: 'Search', exact: true }).tap();
  await searchBox(page).waitFor();
};

async function openAndClose(page: Page, round: number): Promise<void> {
  const menu = page.getByRole('dialog', { name: 'Menu' });
  if (round % 2 === 0) await page.getByRole('button', { name: 'Menu', exact: true }).tap();
  else await menu.getByRole('button', { name: 'Close' }).tap();
}

export const HABITS: (Habit & { pauseMs: number })[] = [
  {
    name: 'add to cart, in the list',
    path: '/product',
    isSignedIn: true,
    pauseMs: BETWEEN_TAPS_MS,
    act: (page, round) => addOneOf(page, /^Add to Cart/, round % 8),
  },
  {
    name: 'add to cart, on the home page',
    path: '/',
    isSignedIn: true,
    pauseMs: BETWEEN_TAPS_MS,
    act: (page, round) => addOneOf(page, /^Buy now/, round % 3),
  },
  {
    name: 'add to cart, beside a bouquet',
    path: '/product/1',
    isSignedIn: true,
    pauseMs: BETWEEN_TAPS_MS,
    act: (page) => addOneOf(page, /^Add to Cart/, 0),
  },
  { name: 'search, over the home page', path: '/', pauseMs: BETWEEN_KEYS_MS, prepare: openSearch, act: typeLetter },
  { name: 'search, over the list', path: '/product', pauseMs: BETWEEN_KEYS_MS, prepare: openSearch, act: typeLetter },
  {
    name: 'open and close the search',
    path: '/',
    pauseMs: BETWEEN_TAPS_MS,
    act: (page) => page.getByRole('button', { name: /^(Search|Close search)$/ }).tap(),
  },
  { name: 'open and close the menu', path: '/', pauseMs: BETWEEN_TAPS_MS, act: openAndClose },
  {
    name: 'filter the list',
    path: '/product',
    pauseMs: BETWEEN_TAPS_MS,
    async act(page, round) {
      const chips = page.getByRole('complementary', { name: 'Filters' }).getByRole('link');
      const answered = page.waitForResponse(/product\.data/);
      await chips
        .filter({ visible: true })
        .nth(round % 3)
        .tap();
      await answered;
    },
  },
  {
    name: 'from a card to its bouquet and back',
    path: '/product',
    pauseMs: BETWEEN_TAPS_MS,
    async act(page, round) {
      const title = page.getByRole('heading', { level: 1 });
      await main(page)
        .getByRole('listitem')
        .getByRole('heading')
        .nth(round % 8)
        .getByRole('link')
        .tap();
      await title.filter({ hasNotText: 'All bouquets' }).waitFor();
      await page.goBack();
      await title.filter({ hasText: 'All bouquets' }).waitFor();
    },
  },
  {
    name: 'change a quantity in the cart',
    path: '/cart',
    isSignedIn: true,
    pauseMs: BETWEEN_TAPS_MS,
    act: (page, round) =>
      main(page)
        .getByRole('button', { name: round % 2 === 0 ? /^One more/ : /^One fewer/ })
        .first()
        .tap(),
  },
  {
    name: 'go through the account',
    path: '/profile',
    isSignedIn: true,
    pauseMs: BETWEEN_TAPS_MS,
    act: (page, round) =>
      page
        .getByRole('navigation', { name: 'Account' })
        .getByRole('link')
        .nth((round + 1) % 3)
        .tap(),
  },
];

/** Opens the page, and waits until it is awake and at rest. */
export async function arrive(page: Page, { path, prepare }: Habit): Promise<void> {
  await page.goto(path);
  await untilAwake(page);
  await page.waitForLoadState('networkidle');
  await prepare?.(page);
}
