import type { BrowserContext, Page } from '@playwright/test';
import type { Tokens } from '#contract/accounts.ts';
import { SHOP } from '../test-environment.ts';
import { MARK } from './payloads.ts';
import type { Planted } from './plant.ts';

/** A page with planted words on it, and whether they must be readable there. */
export type PageToOpen = { path: string; isShown: boolean };

/** Where the letters can be read, and which were sent. */
export type Sent = { outbox: string; letters: SentLetter[] };

const SETTLED_MS = 400;
export const PATIENCE_MS = 30_000;

/** Every page that shows what was planted, or has it in its address. */
function listPages({ orderId, product, words }: Planted, { outbox, letters }: Sent): PageToOpen[] {
  const odd = encodeURIComponent(words);
  // A path of dots alone, or with a slash in it, is another path.
  const segment = odd.replaceAll('%2F', '').replaceAll('.', '') || 'x';
  const shown = ['/', '/product', `/product/${product}`, '/cart', `/history/${orderId}`, '/profile'];
  const tabs = ['/profile?tab=addresses', '/profile?tab=details'];
  const asked = [
    outbox,
    `/product?search=${odd}`,
    `/product?category=${odd}&occasion=${odd}&sort=${odd}`,
    `/api/products/?search=${odd}`,
    `/profile?tab=${odd}`,
    `/nowhere/${segment}?${odd}=${odd}#${odd}`,
    `/product/${segment}`,
    `/history/${segment}`,
    `/account-confirm-email/${segment}`,
    `/password/reset/confirm/${segment}/${segment}`,
    `/cart?token=${odd}&PayerID=${odd}`,
  ];
  return [
    ...[...shown, ...tabs].map((path) => ({ path, isShown: true })),
    // Who has markup for a name is not greeted by it; what they bought, and wrote, they read again.
    ...letters.map(({ id, kind }) => ({
      path: outbox.replace('/outbox?', `/outbox/${id}?`),
      isShown: kind === 'order-confirmed',
    })),
    ...asked.map((path) => ({ path, isShown: false })),
  ];
}

const listSignedOutPages = (words: string): string[] =>
  ['/login', '/register'].flatMap((path) =>
    [words, `/${words}`, `//${words}`].map(
      (next) => `${path}?next=${encodeURIComponent(next)}&search=${encodeURIComponent(words)}`,
    ),
  );

export type SentLetter = { id: string; kind: string };
export type Viewed = { opened: number; lost: string[] };

/** Opens each in a browser: nothing planted runs or becomes markup, and the words can be read. */
export async function showPlanted(context: BrowserContext, planted: Planted, sent: Sent): Promise<Viewed> {
  const seen: Viewed = { opened: 0, lost: [] };
  await using page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  // A question that a page asks of its own accord would hold everything up.
  page.on('dialog', (dialog) => void dialog.dismiss());
  for (const path of listSignedOutPages(planted.words))
    await openPlanted(page, { path, isShown: false }, planted, seen);
  await signIn(page, planted.tokens);
  for (const opened of listPages(planted, sent)) await openPlanted(page, opened, planted, seen);
  await typeIn(page, planted, seen);
  return seen;
}

export async function signIn(page: Page, tokens: Tokens): Promise<void> {
  await page.goto(`${SHOP}/about`, { waitUntil: 'commit' });
  await page.evaluate(({ access, refresh }) => {
    localStorage.setItem('refresh_token', refresh);
    localStorage.setItem('access_token', access);
  }, tokens);
}

export async function openPlanted(
  page: Page,
  { path, isShown }: PageToOpen,
  { words }: Planted,
  seen: Viewed,
): Promise<void> {
  seen.opened++;
  await page.goto(new URL(path, SHOP).href, { waitUntil: 'load' });
  if (isShown) await page.waitForFunction(isReadable, words, { timeout: PATIENCE_MS / 3 }).catch(() => {});
  else await page.waitForTimeout(SETTLED_MS);
  if (isShown && !(await page.evaluate(isReadable, words))) seen.lost.push(`${path} does not show ${words}`);
  await judge(page, path, words, seen);
}

/** In the search box, whose results are drawn while one types. */
async function typeIn(page: Page, { words }: Planted, seen: Viewed): Promise<void> {
  seen.opened++;
  await page.goto(`${SHOP}/about`);
  const box = page.getByRole('combobox').or(page.getByRole('searchbox')).filter({ visible: true }).first();
  await box.fill(words);
  await page.waitForTimeout(3 * SETTLED_MS);
  await judge(page, 'the search box', words, seen);
}

async function judge(page: Page, where: string, words: string, seen: Viewed): Promise<void> {
  const wrong = await page.evaluate(
    ([mark]) => {
      if (mark in window || mark.toUpperCase() in window) return 'ran';
      const made = document.querySelector(
        '[onload],[onerror],[onfocus],[autofocus][x],[href^="javascript:" i],[src="x"]',
      );
      const scripts = [...document.scripts].filter(
        ({ text, type }) => type !== 'application/ld+json' && /^ml=1/.test(text),
      );
      return made || scripts.length > 0 ? `became markup: ${(made ?? scripts[0])?.outerHTML.slice(0, 200)}` : undefined;
    },
    [MARK] as const,
  );
  if (wrong) seen.lost.push(`${where}: ${words} ${wrong}`);
  if (new URL(page.url()).origin !== new URL(where, SHOP).origin) seen.lost.push(`${where} led to ${page.url()}`);
}

/** Whether words are on the page, as text, in a field, or in the frame of a letter. */
function isReadable(words: string): boolean {
  const frames = [...document.querySelectorAll('iframe')].map(({ srcdoc }) => {
    return new DOMParser().parseFromString(srcdoc, 'text/html').body.textContent ?? '';
  });
  const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')];
  return [document.body.textContent ?? '', ...frames, ...fields.map(({ value }) => value)].some((text) =>
    text.includes(words),
  );
}
