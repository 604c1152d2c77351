import type { Page } from '@playwright/test';
import { addDays } from '#contract/delivery.ts';
import { DEFAULT_RULES } from '#contract/delivery-rules.ts';
import { addressOf } from './bouquets.ts';
import { expect, test } from './fixtures.ts';

// Both clocks are set: the visitor's, and the shop's in its response. Times are in UTC; in July London is an hour
// ahead.
const DAYS = [
  {
    when: 'before noon',
    now: '2026-07-14T08:46:00Z',
    label: 'Order within 2 h 14 min for delivery tomorrow, Wednesday 15 July',
    phone: '2 h 14 min left for delivery Wed 15 Jul',
  },
  {
    when: 'after noon',
    now: '2026-07-14T13:00:00Z',
    label: 'Order now for Thursday 16 July',
    phone: 'Order now for Thu 16 Jul',
  },
  {
    when: 'the morning before a bank holiday',
    now: '2026-04-02T08:00:00Z',
    label: 'Next delivery Saturday 4 April, after the bank holiday',
    phone: 'Next delivery Sat 4 Apr',
  },
  {
    when: 'Christmas Eve, for the Sunday between the holidays',
    now: '2026-12-24T09:00:00Z',
    label: 'Next delivery Sunday 27 December, after the bank holiday',
    phone: 'Next delivery Sun 27 Dec',
  },
];

/** Sets the shop's time in every response from now on. */
async function setShopClock(page: Page, now: string): Promise<void> {
  await page.route('**/api/delivery/', (route) => route.fulfill({ json: { now } }));
}

test('A visitor reads the real day of delivery, on the page and at the top', {
  tag: ['@core', '@phone', '@G14'],
}, async ({ page, request, isPhone }) => {
  const address = await addressOf('Tearoom', request);
  for (const { when, now, label, phone } of DAYS) {
    await test.step(when, async () => {
      await page.clock.setFixedTime(now);
      await setShopClock(page, now);
      await page.goto(address);
      await expect(page.getByRole('main').getByText(label, { exact: true })).toBeVisible();
      const top = page.getByText(isPhone ? phone : label, { exact: true }).filter({ visible: true });
      await expect(top.first()).toBeInViewport();
    });
  }
});

test('Where nothing can be ordered no day is promised, and no bank holiday is blamed for a closed one', async ({
  page,
  request,
}) => {
  const address = await addressOf('Tearoom', request);
  const closed = (days: string[]) => Object.fromEntries(days.map((day) => [day, { closed: 'Away' }]));
  const ahead = Array.from({ length: 30 }, (_, count) => addDays('2026-12-24', count));
  const now = '2026-12-24T09:00:00Z';
  const shows = async (days: string[], label: string) => {
    const rules = { ...DEFAULT_RULES, days_ahead: 20, days: closed(days) };
    await page.unrouteAll();
    await page.route('**/api/delivery/', (route) => route.fulfill({ json: { now, rules } }));
    await page.goto(address);
    await expect(page.getByRole('main').getByText(label, { exact: true })).toBeVisible();
  };
  await page.clock.setFixedTime(now);
  await shows(ahead, 'No deliveries at the moment');
  await shows(['2026-12-27'], 'Next delivery Tuesday 29 December');
});

test('The countdown runs by the shop’s clock, whatever the visitor’s says', { tag: '@G14' }, async ({
  page,
  request,
}) => {
  await page.clock.install({ time: '2019-02-03T04:05:06Z' });
  await setShopClock(page, '2026-07-14T08:46:00Z');
  await page.goto(await addressOf('Tearoom', request));
  const label = page
    .getByRole('main')
    .getByText(/^(Order|Next)/)
    .first();
  await expect(label).toHaveText(/^Order within 2 h 1[34] min for delivery tomorrow, Wednesday 15 July$/);
  await page.clock.fastForward('01:15:00');
  await expect(label).toHaveText(/^Order within (58|59) min for delivery tomorrow, Wednesday 15 July$/);
  await page.clock.fastForward('01:00:00');
  await expect(label).toHaveText('Order now for Thursday 16 July');
});

test('Without the shop’s clock the page promises only what is always true, and asks again', async ({
  page,
  request,
  allowFailures,
}) => {
  allowFailures(/\/api\/delivery\/$/);
  await page.clock.install({ time: '2026-07-14T08:46:00Z' });
  await page.route('**/api/delivery/', (route) => route.abort('connectionfailed'));
  const asked = page.waitForRequest('**/api/delivery/');
  await page.goto(await addressOf('Tearoom', request));
  await asked;
  await expect(page.getByRole('main').getByText('Order before 12 noon for next-day delivery')).toBeVisible();

  await page.unroute('**/api/delivery/');
  await setShopClock(page, '2026-07-14T08:46:00Z');
  await page.clock.fastForward('00:31');
  await expect(page.getByRole('main').getByText(/^Order within 2 h 1[34] min/)).toBeVisible();
});
