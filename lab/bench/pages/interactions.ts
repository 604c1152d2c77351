import type { Page } from '@playwright/test';
import { untilHydrated } from './phone.ts';

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

/** Each of the page's first buttons that add a bouquet in turn, and the shop's answer. A pressed one changes its name. */
async function addOneOf(page: Page, place: number): Promise<void> {
  const names = /^(Add to Cart|Buy now|In your cart): /;
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

type Extra = Partial<Pick<Habit, 'isSignedIn' | 'prepare'>> & { pauseMs?: number };
const habit = (name: string, path: string, act: Habit['act'], extra: Extra = {}) => ({
  name,
  path,
  act,
  pauseMs: BETWEEN_TAPS_MS,
  ...extra,
});
const typing = { prepare: openSearch, pauseMs: BETWEEN_KEYS_MS };
const signedIn = { isSignedIn: true };

async function filterList(page: Page, round: number): Promise<void> {
  const chips = page.getByRole('complementary', { name: 'Filters' }).getByRole('link').filter({ visible: true });
  const answered = page.waitForResponse(/product\.data/);
  await chips.nth(round % 3).tap();
  await answered;
}

async function openAndGoBack(page: Page, round: number): Promise<void> {
  const title = page.getByRole('heading', { level: 1 });
  const cards = main(page).getByRole('listitem').getByRole('heading');
  await cards
    .nth(round % 8)
    .getByRole('link')
    .tap();
  await title.filter({ hasNotText: 'All bouquets' }).waitFor();
  await page.goBack();
  await title.filter({ hasText: 'All bouquets' }).waitFor();
}

async function changeQuantity(page: Page, round: number): Promise<void> {
  const name = round % 2 === 0 ? /^One more/ : /^One fewer/;
  await main(page).getByRole('button', { name }).first().tap();
}

async function openAccountTab(page: Page, round: number): Promise<void> {
  const links = page.getByRole('navigation', { name: 'Account' }).getByRole('link');
  await links.nth((round + 1) % 3).tap();
}

const add = (of: number) => (page: Page, round: number) => addOneOf(page, round % of);
const toggleSearch = (page: Page) => page.getByRole('button', { name: /^(Search|Close search)$/ }).tap();

export const HABITS: (Habit & { pauseMs: number })[] = [
  habit('add to cart, in the list', '/product', add(8), signedIn),
  habit('add to cart, on the home page', '/', add(3), signedIn),
  habit('add to cart, beside a bouquet', '/product/1', add(1), signedIn),
  habit('search, over the home page', '/', typeLetter, typing),
  habit('search, over the list', '/product', typeLetter, typing),
  habit('open and close the search', '/', toggleSearch),
  habit('open and close the menu', '/', openAndClose),
  habit('filter the list', '/product', filterList),
  habit('from a card to its bouquet and back', '/product', openAndGoBack),
  habit('change a quantity in the cart', '/cart', changeQuantity, signedIn),
  habit('go through the account', '/profile', openAccountTab, signedIn),
];

/** Opens the page, and waits until it is hydrated and idle. */
export async function arrive(page: Page, { path, prepare }: Habit): Promise<void> {
  await page.goto(path);
  await untilHydrated(page);
  await page.waitForLoadState('networkidle');
  await prepare?.(page);
}
