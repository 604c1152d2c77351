import type { Locator, Page } from '@playwright/test';
import { addressOf } from './bouquets.ts';
import { badge, FIRST, fact, fillAddress, payment, payNow } from './buying.ts';
import { expect, test } from './fixtures.ts';
import { button, field, newPerson } from './people.ts';

/** The email address, the name, and the three fields that the specification demands of an address. It was nine. */
const REQUIRED_FIELDS = 5;
/** Into the cart, on with the email, to the checkout, the address, and two to pay. It was seven. */
const MAX_TAPS = 6;
const SMALL_PHONE = { width: 360, height: 740 };

/** The required fields of the form that this button sends. */
const required = (page: Page, send: string) =>
  page
    .getByRole('main')
    .locator('form')
    .filter({ has: page.getByRole('button', { name: send, exact: true }) })
    .locator('input[required]')
    .count();

test(
  'A newcomer with a phone buys a first bouquet: taps, fields and the way down to paying are counted',
  { tag: '@phone-core' },
  async ({ page, visit, isPhone, request }, info) => {
    test.skip(!isPhone, 'Counted where room and patience are scarcest');
    test.slow();
    let taps = 0;
    let fields = 0;
    const tap = async (place: Locator) => {
      taps += 1;
      await place.tap();
    };
    const person = newPerson();

    await visit(await addressOf(FIRST, request));
    await tap(
      page
        .getByRole('main')
        .getByRole('button', { name: /^Add to Cart/ })
        .first(),
    );
    await expect(field(page, 'Your email address')).toBeVisible();
    fields += await required(page, 'Continue with your email');
    await field(page, 'Your email address').fill(person.email);
    await tap(button(page, 'Continue with your email'));
    await expect(page).toHaveURL('/cart');
    await expect(badge(page)).toHaveAccessibleName('Cart, 1 item');
    await tap(button(page, 'Check Out Now').first());
    await expect(field(page, 'Who are they for?')).toBeVisible();
    fields += await required(page, 'Add address');
    await field(page, 'Your name').fill('Rosalind Thorne');
    await fillAddress(page);
    await tap(button(page, 'Add address'));

    const pay = payment(page).getByRole('button', { name: 'Pay with PayPal', exact: true });
    await expect(pay).toBeVisible();
    for (const [name, words] of [
      ['For', 'Nell Whitcombe'],
      ['To', 'Flat 3, Alder House, 12 Gillygate, York YO31 7EQ'],
      ['Note', 'No card'],
    ] as const)
      await expect(fact(page, name)).toHaveText(words);
    // A small phone with its browser's bars: what is in sight there is in sight on the others.
    await page.setViewportSize(SMALL_PHONE);
    await page.evaluate(() => scrollTo(0, 0));
    // In sight as the page begins, with every fact above it.
    await expect(pay).toBeInViewport({ ratio: 1 });
    await expect(fact(page, 'For')).toBeInViewport({ ratio: 1 });
    const payTop = Math.round((await pay.boundingBox())?.y ?? Number.POSITIVE_INFINITY);

    const opens = page.context().waitForEvent('page');
    await tap(pay);
    const popup = await opens;
    await expect(popup.getByRole('button', { name: 'Pay now' })).toBeEnabled();
    taps += 1;
    await payNow(popup);
    await expect(page).toHaveURL(/step=done/, { timeout: 45_000 });

    const figures = `${taps} taps, ${fields} required fields, the pay button ${payTop} px down`;
    info.annotations.push({ type: 'first purchase on a phone', description: figures });
    console.log(`First purchase on a phone: ${figures}`);
    expect(taps).toBeLessThanOrEqual(MAX_TAPS);
    expect(fields).toBe(REQUIRED_FIELDS);
    expect(payTop).toBeLessThan(SMALL_PHONE.height);
  },
);
