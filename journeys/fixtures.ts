import { test as base, type ConsoleMessage, expect, type Page, type Request, type Response } from '@playwright/test';

type Fixtures = {
  /** From now on, error responses and failures at addresses that match do not fail the test. */
  allowFailures: (address: RegExp) => void;
  /** Opens a page and waits until it is hydrated. */
  visit: (address: string) => Promise<void>;
  isPhone: boolean;
};

/** A test that fails on console messages, failed requests, and requests to other hosts. */
export const test = base.extend<Fixtures>({
  allowFailures: [
    async ({ context, baseURL }, use) => {
      const faults: string[] = [];
      const allowed: RegExp[] = [];
      const isAllowed = (address: string) => allowed.some((pattern) => pattern.test(address));
      const outbox = new URL(process.env.JOURNEYS_OUTBOX ?? 'about:blank');
      // The outbox has an origin of its own; everything else, the payment's window too, comes from the shop.
      const isOurs = (address: string) => [baseURL, outbox.origin].some((origin) => address.startsWith(`${origin}/`));

      context.on('console', (message: ConsoleMessage) => {
        if (!['error', 'warning'].includes(message.type()) || isAllowed(message.location().url)) return;
        faults.push(`The console said (${message.type()}): ${message.text()}`);
      });
      context.on('weberror', (error) => {
        faults.push(`The page threw: ${error.error().stack}`);
      });
      context.on('request', (request: Request) => {
        if (/^(https?|wss?):/.test(request.url()) && !isOurs(request.url())) faults.push(`Asked ${request.url()}`);
      });
      context.on('response', (response: Response) => {
        if (response.status() < 400 || isAllowed(response.url())) return;
        faults.push(`${response.status()} from ${response.url()}`);
      });
      context.on('requestfailed', (request: Request) => {
        const reason = request.failure()?.errorText ?? '';
        // Requests that the page aborts, or that end with it, are no fault.
        if (reason === 'net::ERR_ABORTED' || isAllowed(request.url())) return;
        faults.push(`${reason} at ${request.url()}`);
      });

      await use((address) => allowed.push(address));
      expect(faults, 'Nothing goes wrong behind the scenes').toEqual([]);
    },
    { auto: true },
  ],

  visit: async ({ page }, use) => {
    await use(async (address) => {
      await page.goto(address);
      await waitUntilInteractive(page);
    });
  },

  isPhone: async ({ isMobile }, use) => use(isMobile),
});

/** The countdown at the top starts after hydration: from then on every button works. */
export async function waitUntilInteractive(page: Page): Promise<void> {
  // Looked for where it is: reading every word of the page for it took a tenth of loading one.
  const top = page.locator('section[aria-label="Next delivery"]');
  const countdown = top.getByText(/^(Order within|Order now|Next delivery)|left for delivery/);
  await expect(countdown.filter({ visible: true }).first()).toBeVisible();
}

/** As soon as somebody can have seen what opened: until it is painted, its entry for Back is not in the history. */
export async function untilPainted(page: Page): Promise<void> {
  await page.waitForFunction(() => history.state?.overlay === true);
}

export { expect };
