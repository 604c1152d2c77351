import { test as base, type ConsoleMessage, expect, type Page, type Request, type Response } from '@playwright/test';

type Fixtures = {
  /** From now on, answers and failures at addresses that match are part of the story. */
  forgive: (address: RegExp) => void;
  /** Goes to a page and waits until it listens. */
  visit: (address: string) => Promise<void>;
  isPhone: boolean;
};

/** A test in which nothing may go wrong behind the customer's back: in the console, on the wire, or beyond the shop. */
export const test = base.extend<Fixtures>({
  forgive: [
    async ({ context, baseURL }, use) => {
      const faults: string[] = [];
      const forgiven: RegExp[] = [];
      const isForgiven = (address: string) => forgiven.some((pattern) => pattern.test(address));
      const outbox = new URL(process.env.JOURNEYS_OUTBOX ?? 'about:blank');
      // The letters are read beside the shop; everything else, the payment's window too, comes from the shop itself.
      const isOurs = (address: string) => [baseURL, outbox.origin].some((origin) => address.startsWith(`${origin}/`));

      context.on('console', (message: ConsoleMessage) => {
        if (!['error', 'warning'].includes(message.type()) || isForgiven(message.location().url)) return;
        faults.push(`The console said (${message.type()}): ${message.text()}`);
      });
      context.on('weberror', (error) => {
        faults.push(`The page threw: ${error.error().stack}`);
      });
      context.on('request', (request: Request) => {
        if (/^(https?|wss?):/.test(request.url()) && !isOurs(request.url())) faults.push(`Asked ${request.url()}`);
      });
      context.on('response', (response: Response) => {
        if (response.status() < 400 || isForgiven(response.url())) return;
        faults.push(`${response.status()} from ${response.url()}`);
      });
      context.on('requestfailed', (request: Request) => {
        const reason = request.failure()?.errorText ?? '';
        // What the page or the visitor no longer waits for is let go, and that is right.
        if (reason === 'net::ERR_ABORTED' || isForgiven(request.url())) return;
        faults.push(`${reason} at ${request.url()}`);
      });

      await use((address) => forgiven.push(address));
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

/** The countdown at the top starts once scripts have taken over the whole page: from then on every button answers. */
export async function waitUntilInteractive(page: Page): Promise<void> {
  const countdown = page.getByText(/^(Order within|Order now|Next delivery)|left for delivery/);
  await expect(countdown.filter({ visible: true }).first()).toBeVisible();
}

export { expect };
