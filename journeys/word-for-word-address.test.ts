import type { Page, Request, Route } from '@playwright/test';
import { call, fillAddress, signInWithCart, title } from './buying.ts';
import { expect, test } from './fixtures.ts';
import { button, field, NO_TOKENS, notice, readTokens, storeTokens } from './people.ts';

// What the specification and its decisions fix of where and when flowers go, as it is written there.

const ADDRESSES = /\/api\/user\/profile\/address\/$/;
const HOME = { city: 'York', street_address: '12 Gillygate', apartment_address: 'Flat 3, Alder House' };
const WORK = { city: 'Leeds', street_address: '1 The Headrow', apartment_address: 'Desk 9', phone: '0113 496 0000' };

const address = (page: Page, name: string) => page.getByRole('radio', { name: new RegExp(name) });

/** What is sent by a method to addresses that match, in order. */
function listen(page: Page, method: string, path: RegExp): unknown[] {
  const sent: unknown[] = [];
  page.on('request', (asked: Request) => {
    if (asked.method() === method && path.test(new URL(asked.url()).pathname)) sent.push(asked.postDataJSON());
  });
  return sent;
}

test.describe('The address form', () => {
  test.beforeEach(async ({ page, request }) => {
    await signInWithCart(page, request);
    await page.goto('/cart?step=address');
    await expect(title(page)).toHaveText('Where should they go?');
  });

  test('has its country fixed, three fields that are needed and a postal code of 20 characters', {
    tag: '@core',
  }, async ({ page }) => {
    await expect(field(page, 'Country')).toHaveValue('GB');
    await expect(field(page, 'Country')).toBeDisabled();
    for (const label of ['City', 'Street address', 'Flat, house name or number']) {
      await expect(field(page, label)).toHaveAttribute('required');
    }
    for (const label of ['Postal code', 'Phone', 'Who are they for?']) {
      await expect(field(page, label)).not.toHaveAttribute('required');
    }
    await expect(field(page, 'Postal code')).toHaveAttribute('maxlength', '20');
    await field(page, 'Postal code').pressSequentially('x'.repeat(25));
    await expect(field(page, 'Postal code')).toHaveValue('x'.repeat(20));
  });

  test('sends nothing while the postal code is longer than 20 characters, and says so', async ({ page }) => {
    const sent = listen(page, 'POST', ADDRESSES);
    await fillAddress(page);
    await field(page, 'Postal code').evaluate((input) => input.removeAttribute('maxlength'));
    await field(page, 'Postal code').fill('x'.repeat(21));
    await button(page, 'Add address').click();
    await expect(field(page, 'Postal code')).toHaveAccessibleDescription(
      /^Postal code must be no more than 20 characters\./,
    );
    expect(sent).toEqual([]);
  });

  test('hints at a postal code that is missing, and refuses in words one that cannot be', async ({ page }) => {
    const sent = listen(page, 'POST', ADDRESSES);
    await fillAddress(page);
    await field(page, 'Postal code').fill('');
    await expect(field(page, 'Postal code')).toHaveAccessibleDescription('It helps the driver find the door.');
    await field(page, 'Postal code').fill('not a postcode');
    await button(page, 'Add address').click();
    await expect(field(page, 'Postal code')).toHaveAccessibleDescription(
      'This is no postcode of the United Kingdom. Please check it, or leave it empty.',
    );
    expect(sent).toEqual([]);
    await field(page, 'Postal code').fill('');
    await button(page, 'Add address').click();
    await expect(notice(page, 'Your address has been added.')).toBeVisible();
    await expect(address(page, '12 Gillygate, York, GB')).toBeChecked();
  });

  test('sends its fields with country and kind, and the order is told of the new address', { tag: '@core' }, async ({
    page,
  }) => {
    const sent = listen(page, 'POST', ADDRESSES);
    const chosen = listen(page, 'PATCH', /update-shipping-address\/$/);
    await fillAddress(page);
    await field(page, 'Phone').fill('01904 960 000');
    const answered = page.waitForResponse((answer) => ADDRESSES.test(answer.url()) && answer.status() === 201);
    await button(page, 'Add address').click();
    const { id } = await (await answered).json();
    await expect(notice(page, 'Your address has been added.')).toBeVisible();
    await expect(address(page, 'Nell Whitcombe, 01904 960 000')).toBeChecked();
    expect(sent).toEqual([
      {
        ...HOME,
        country: 'GB',
        address_type: 'S',
        postal_code: 'yo317eq',
        phone: '01904 960 000',
        recipient_name: 'Nell Whitcombe',
      },
    ]);
    await expect.poll(() => chosen.at(-1)).toEqual({ shipping_address: id });
  });

  test('shows what the shop says under the field it is about, the first message of each', async ({
    page,
    allowFailures,
  }) => {
    allowFailures(ADDRESSES);
    await fillAddress(page);
    const json = { city: ['We do not know York.', 'Nor Leeds.'], postal_code: ['Not there.', 'Nor here.'] };
    await page.route(ADDRESSES, (route) => route.fulfill({ status: 400, json }));
    await button(page, 'Add address').click();
    await expect(field(page, 'City')).toHaveAccessibleDescription('We do not know York.');
    await expect(field(page, 'Postal code')).toHaveAccessibleDescription(/^Not there\./);
    await expect(page.getByText(/Nor Leeds|Nor here/)).toHaveCount(0);
    await expect(field(page, 'Street address')).toHaveValue('12 Gillygate');
  });

  test('says An error occurred where the shop says nothing', async ({ page, allowFailures }) => {
    allowFailures(ADDRESSES);
    await fillAddress(page);
    const failures = [
      (route: Route) => route.fulfill({ status: 400, json: {} }),
      (route: Route) => route.fulfill({ status: 500, body: '' }),
      (route: Route) => route.abort('connectionrefused'),
    ];
    for (const fail of failures) {
      await page.route(ADDRESSES, fail);
      await button(page, 'Add address').click();
      await expect(page.getByRole('main').getByRole('alert')).toHaveText('An error occurred');
      await page.unroute(ADDRESSES);
    }
    await button(page, 'Add address').click();
    await expect(notice(page, 'Your address has been added.')).toBeVisible();
  });

  test('leads whoever is no longer signed in to the login page', async ({ page, allowFailures }) => {
    allowFailures(/\/api\/user\/|\/auth\/refresh\//);
    await fillAddress(page);
    await storeTokens(page, { access: 'ran.out.long-ago', refresh: 'revoked' });
    await button(page, 'Add address').click();
    await expect(page).toHaveURL('/login?next=%2Fcart%3Fstep%3Daddress');
    expect(await readTokens(page)).toEqual(NO_TOKENS);
  });
});

test('The first address is chosen by itself and every choice is sent; the phone stands where there is one', async ({
  page,
  request,
  allowFailures,
}) => {
  allowFailures(/update-shipping-address/);
  const buyer = await signInWithCart(page, request);
  const ids: number[] = [];
  for (const one of [HOME, WORK]) {
    ids.push((await call(request, buyer, 'POST', '/api/user/profile/address/', one)).id);
  }
  const sent = listen(page, 'PATCH', /update-shipping-address\/$/);
  await page.goto('/cart?step=address');
  await expect(address(page, 'Alder House')).toBeChecked();
  await expect.poll(() => sent.at(-1)).toEqual({ shipping_address: ids[0] });
  await expect(address(page, 'Desk 9 0113 496 0000')).toBeVisible();
  await address(page, 'Desk 9').check();
  await expect.poll(() => sent.at(-1)).toEqual({ shipping_address: ids[1] });

  await test.step('a choice that the shop refuses is taken back, in its words', async () => {
    for (const [status, json, words] of [
      [
        400,
        { shipping_address: ['This address is not in your list.', 'Nor in ours.'] },
        'This address is not in your list.',
      ],
      [409, { detail: 'Your payment is being confirmed.' }, 'Your payment is being confirmed.'],
    ] as const) {
      await page.route('**/update-shipping-address/', (route) => route.fulfill({ status, json }));
      await address(page, 'Alder House').click();
      await expect(notice(page, words)).toBeVisible();
      await expect(address(page, 'Desk 9')).toBeChecked();
      await page.unroute('**/update-shipping-address/');
    }
  });
});

test('The next possible day is chosen by itself, later ones up to 60 days can be', async ({ page, request }) => {
  const buyer = await signInWithCart(page, request);
  await page.goto('/cart?step=address');
  const { day } = await (await request.get('/api/delivery/')).json();
  const days = page.getByRole('group', { name: 'Delivery day' }).getByRole('radio');
  await expect(days.first()).toBeChecked();
  await expect(days.first()).toHaveValue(day);
  const sent = listen(page, 'PATCH', /update-delivery-date\/$/);
  await button(page, 'Later … Pick a date').click();
  // An empty date is ignored: the chosen day stays.
  await expect(days.first()).toBeChecked();
  await expect(page.getByLabel('Another day')).toBeFocused();
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(new Date());
  const inSixty = new Date(Date.parse(today) + 60 * 86_400_000).toISOString().slice(0, 10);
  const later = page.getByLabel('Another day');
  await expect(later).toHaveAttribute('max', inSixty);
  await expect(later).toHaveAttribute('min', day);
  const farther = new Date(Date.parse(inSixty) + 86_400_000).toISOString().slice(0, 10);
  await later.fill(farther);
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('We deliver up to 60 days ahead.');
  expect(sent).toEqual([]);
  // Two days, of which not both are bank holidays.
  const far = new Date(Date.parse(inSixty) - 10 * 86_400_000).toISOString().slice(0, 10);
  await later.fill(far);
  await expect
    .poll(async () => {
      const refused = await page.getByText('We do not deliver on bank holidays.').isVisible();
      const order = await call(request, buyer, 'GET', `/api/user/orders/${buyer.order.id}/`);
      return refused || order.delivery_date === far;
    })
    .toBe(true);
});
