import { type CDPSession, chromium, devices, type Page } from '@playwright/test';
import type { Tokens } from '#contract/accounts.ts';
import type { Shop } from '../../rig/shop.ts';
import { withChromium } from '../chromium.ts';

/** Lighthouse's own measure of a phone beside a desk. */
export const SLOWED = 4;

/** A tab on a phone with a processor slowed four times, and the protocol to ask the browser about it. */
export type Tab = { page: Page; devtools: CDPSession };
/** Opens a tab that has never been to the shop, lets `work` have it, and closes it. */
export type Phone = <T>(who: Tokens | undefined, work: (tab: Tab) => Promise<T>) => Promise<T>;

const ENTRIES = { access: 'access_token', refresh: 'refresh_token' } as const;

const storedTokens = (origin: string, tokens: Tokens) => ({
  cookies: [],
  origins: [
    {
      origin,
      localStorage: Object.entries(ENTRIES).map(([key, name]) => ({ name, value: tokens[key as keyof Tokens] })),
    },
  ],
});

export function withPhone<T>({ url }: Shop, work: (phone: Phone) => Promise<T>): Promise<T> {
  return withChromium(async (port) => {
    await using browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    const phone: Phone = async (who, use) => {
      const storageState = who && storedTokens(url, who);
      const { defaultBrowserType: _, ...shape } = devices['Pixel 7'] ?? {};
      await using context = await browser.newContext({ ...shape, locale: 'en-GB', baseURL: url, storageState });
      const page = await context.newPage();
      const devtools = await context.newCDPSession(page);
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
      return await use({ page, devtools });
    };
    return await work(phone);
  });
}

/** Puts the tokens where the shop's pages store them, in the browser's first profile. */
export async function signInBrowser(port: number, url: string, tokens: Tokens): Promise<void> {
  await using browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const page = await browser.contexts()[0]?.newPage();
  // Any answer of the shop will do: this one brings no scripts, styles or pictures with it.
  await page?.goto(`${url}/robots.txt`);
  for (const [key, name] of Object.entries(ENTRIES)) {
    await page?.evaluate((entry) => localStorage.setItem(...entry), [name, tokens[key as keyof Tokens]] as const);
  }
  await page?.close();
}

/** Until the page is hydrated: its effects have run, and every button answers. */
export const untilHydrated = (page: Page) =>
  page.waitForFunction(() => document.readyState === 'complete' && window.earlyPress === undefined);
