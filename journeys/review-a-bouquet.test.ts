import type { APIRequestContext, Page } from '@playwright/test';
import type { Review } from '#contract/reviews.ts';
import { findFaultsAtAllWidths } from './accessibility.ts';
import {
  confirmAddress,
  dayFromNow,
  insertReviews,
  readProductData,
  runDeskCommand,
  setDeliveryDay,
} from './after-sale.ts';
import { BOUQUETS } from './bouquets.ts';
import { call } from './buying.ts';
import { expect, test } from './fixtures.ts';
import { CONFIRM, openLetter, pressLink } from './letters.ts';
import { signInWithOrders } from './past-orders.ts';
import { button, field, storeTokens } from './people.ts';

/** Every journey has its own bouquets, and so has each device: they run at the same time. */
const bouquetFor = (journey: number, isPhone: boolean): string =>
  BOUQUETS.at(-1 - 2 * journey - Number(isPhone))?.name ?? '';

/** Behind a tab while there are none, open on the page once there are some. */
const panel = (page: Page) =>
  page.getByRole('tabpanel', { name: 'Reviews' }).or(page.getByRole('region', { name: 'Reviews', exact: true }));
const articles = (page: Page) => panel(page).getByRole('article');
const yours = (page: Page) => page.getByRole('region', { name: 'Your review' });
const mean = (page: Page) => panel(page).getByText(/^(Rated|No reviews yet)/);

/** Signs in someone who got a bouquet yesterday and whose email address is confirmed. */
async function received(page: Page, request: APIRequestContext, name: string) {
  const buyer = await signInWithOrders(page, request, [{ [name]: 1 }]);
  const [order] = buyer.orders;
  const productId = order?.order_items[0]?.product ?? 0;
  await setDeliveryDay(order?.id ?? 0, dayFromNow(-1));
  await confirmAddress(buyer);
  return { ...buyer, orderId: order?.id, productId };
}

/** Page, API and structured data must have the same rating and count. Returns the count. */
async function expectAgreement(page: Page, request: APIRequestContext, productId: number): Promise<number> {
  const { rating, review_count } = await (await request.get(`/api/products/${productId}/`)).json();
  const people = review_count === 1 ? 'buyer' : 'buyers';
  const words = rating === null ? 'No reviews yet.' : `Rated ${rating} of 5 by ${review_count} ${people}.`;
  await expect(mean(page)).toHaveText(words);
  const fact = rating === null ? 'No reviews yet' : `Rated ${rating} of 5, ${review_count} `;
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: fact }).first()).toBeVisible();
  return review_count;
}

test('Someone who received a bouquet reviews it, changes her mind, and takes it back', {
  tag: ['@core', '@phone', '@D8'],
}, async ({ page, request, allowFailures, isPhone }) => {
  test.slow();
  // Nothing was reported of the order.
  allowFailures(/\/claim\/$/);
  const { orderId, productId } = await received(page, request, bouquetFor(0, isPhone));
  const text = 'Nine days by the window.\n\nThe buds opened one by one.';

  await test.step('comes from her order to the form', async () => {
    await page.goto(`/history/${orderId}`);
    await page.getByRole('link', { name: /^Review this bouquet/ }).click();
    await expect(page).toHaveURL(`/product/${productId}#reviews`);
    await expect(page.getByRole('tab', { selected: true })).toHaveText('Reviews');
    await expect(page.getByRole('tab', { name: 'Reviews' })).toBeInViewport();
  });
  const before = await expectAgreement(page, request, productId);

  await test.step('is told what is missing: the stars, and nothing else', async () => {
    await button(page, 'Publish my review').click();
    const stars = yours(page).getByRole('group', { name: 'Your stars' });
    await expect(stars).toHaveAccessibleDescription('Choose from 1 to 5 stars.');
    await expect(stars.getByRole('radio').first()).toBeFocused();
    await expect(field(page, 'In your own words')).not.toHaveAccessibleDescription(/blank/);
  });

  await test.step('chooses stars by keyboard, writes, and sees it in the list at once', async () => {
    for (let place = 0; place < 3; place++) await page.keyboard.press('ArrowRight');
    await expect(yours(page).getByRole('radio', { checked: true })).toHaveAccessibleName('4 out of 5, very good');
    await page.keyboard.press('Tab');
    await page.keyboard.type('x'.repeat(20));
    await field(page, 'In your own words').fill(`${text}${'.'.repeat(1_000)}`);
    await expect(yours(page).getByText('1053 / 1000')).toBeVisible();
    await expect(field(page, 'In your own words')).toHaveAccessibleDescription(/no more than 1000 characters/);
    await field(page, 'In your own words').fill(text);
    await button(page, 'Publish my review').click();
    await expect(yours(page).getByText('Thank you. Your review is in the list.')).toBeVisible();
    await expect(yours(page).getByRole('heading')).toBeFocused();
    await expect(articles(page).first()).toContainText('4 out of 5');
    await expect(articles(page).first()).toContainText('Rosalind T.');
    await expect(articles(page).first()).toContainText('Verified purchase');
    await expect(articles(page).first().getByText(text)).toBeVisible();
    expect(await expectAgreement(page, request, productId)).toBe(before + 1);
  });

  await test.step('finds it in the page itself, loaded anew, for people and for search engines', async () => {
    await page.reload();
    await expect(page.getByRole('tab')).toHaveText(['Specification', 'Care']);
    await expect(page.getByRole('heading', { name: 'Reviews', exact: true })).toBeInViewport();
    await expect(articles(page).first().getByText(text)).toBeVisible();
    const { rating, review_count } = await (await request.get(`/api/products/${productId}/`)).json();
    const { aggregateRating, review } = await readProductData(page);
    expect(aggregateRating).toMatchObject({ ratingValue: rating, reviewCount: review_count });
    expect((review as object[])[0]).toMatchObject({ reviewBody: text, reviewRating: { ratingValue: 4 } });
  });

  await test.step('edits it', async () => {
    await yours(page).getByRole('button', { name: 'Edit' }).click();
    await expect(field(page, 'In your own words')).toHaveValue(text);
    await yours(page)
      .getByRole('radio', { name: /^2 out of 5/ })
      .check();
    await button(page, 'Save changes').click();
    await expect(yours(page).getByText('Your review has been changed.')).toBeVisible();
    await expect(articles(page).first()).toContainText('2 out of 5');
    await expect(articles(page).first()).toContainText('Edited');
    expect(await expectAgreement(page, request, productId)).toBe(before + 1);
  });

  await test.step('takes her words back: stars alone are a review', async () => {
    await yours(page).getByRole('button', { name: 'Edit' }).click();
    await field(page, 'In your own words').fill('');
    await button(page, 'Save changes').click();
    await expect(yours(page).getByText('Your review has been changed.')).toBeVisible();
    await expect(articles(page).first()).toContainText('2 out of 5');
    await expect(articles(page).first().getByText(text)).toHaveCount(0);
    await page.reload();
    const { review } = await readProductData(page);
    expect((review as object[])[0]).not.toHaveProperty('reviewBody');
  });

  await test.step('deletes it, once asked whether she means it', async () => {
    const dialog = page.getByRole('dialog', { name: 'Delete your review?' });
    await yours(page).getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    await expect(dialog).toBeHidden();
    expect(await expectAgreement(page, request, productId)).toBe(before + 1);
    await yours(page).getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete my review' }).click();
    await expect(yours(page).getByText('Your review has been deleted.')).toBeVisible();
    await expect(yours(page).getByRole('heading')).toBeFocused();
    expect(await expectAgreement(page, request, productId)).toBe(before);
    await expect(button(page, 'Publish my review')).toBeVisible();
  });
});

test('A connection that is lost loses no word of a review', async ({ page, request, allowFailures, isPhone }) => {
  const own = /\/api\/user\/reviews\//;
  allowFailures(own);
  const { productId } = await received(page, request, bouquetFor(1, isPhone));
  await page.goto(`/product/${productId}#reviews`);
  await yours(page)
    .getByRole('radio', { name: /^5 out of 5/ })
    .check();
  await field(page, 'In your own words').fill('Worth every penny.');
  await page.route(own, (route) => route.abort('connectionreset'));
  await button(page, 'Publish my review').click();
  await expect(yours(page).getByRole('alert')).toContainText(
    'The shop’s answer was lost. Please send it again; it counts once.',
  );
  await expect(field(page, 'In your own words')).toHaveValue('Worth every penny.');
  await expect(yours(page).getByRole('radio', { checked: true })).toHaveAccessibleName(/^5 out of 5/);
  await page.unroute(own);
  await button(page, 'Publish my review').click();
  await expect(articles(page).first()).toContainText('Worth every penny.');
});

test('Whatever someone writes is shown as text and does nothing', async ({ page, request, visit, isPhone }) => {
  const text = `</script><script>alert(1)</script><img src=x onerror=alert(2)> "quotes" & 'more' <!--`;
  const buyer = await received(page, request, bouquetFor(2, isPhone));
  const turning = `${text} \u202Edrawkcab\u202C`;
  await call(request, buyer, 'PUT', `/api/user/reviews/${buyer.productId}/`, { rating: 3, text: turning });
  await storeTokens(page, { access: null, refresh: null });
  page.on('dialog', (dialog) => expect.soft(dialog.message(), 'something ran').toBe(''));
  await visit(`/product/${buyer.productId}#reviews`);
  await expect(articles(page).first().getByText(`${text} drawkcab`, { exact: true })).toBeVisible();
  await expect(panel(page).getByRole('img')).toHaveCount(0);
  const { review } = await readProductData(page);
  expect((review as object[])[0]).toMatchObject({ reviewBody: `${text} drawkcab` });
  // The same when the page is rendered in the browser.
  await visit('/product');
  await page
    .getByRole('main')
    .getByRole('link', { name: bouquetFor(2, isPhone) })
    .click();
  await page.getByRole('link', { name: /^Rated/ }).click();
  await expect(articles(page).first().getByText(`${text} drawkcab`, { exact: true })).toBeVisible();
});

test('The first ten reviews stand in the page, and the rest come when asked for', async ({
  page,
  request,
  visit,
  allowFailures,
  isPhone,
}) => {
  const list = /\/reviews\/\?before=/;
  allowFailures(list);
  const name = bouquetFor(3, isPhone);
  const [{ id }] = await (await request.get('/api/products/', { params: { search: name } })).json();
  await insertReviews(id, 23);
  const all: Review[] = await (await request.get(`/api/products/${id}/reviews/?limit=50`)).json();
  await expect(async () => {
    const html = await (await request.get(`/product/${id}`)).text();
    for (const { text } of all.slice(0, 10)) expect(html).toContain(`>${text}<`);
  }).toPass({ timeout: 5_000 });

  await visit(`/product/${id}#reviews`);
  await expect(articles(page)).toHaveCount(10);
  await page.route(list, (route) => route.abort('connectionreset'));
  await button(page, 'Show more reviews').click();
  await expect(panel(page).getByRole('alert')).toContainText('We couldn’t fetch more reviews.');
  await expect(articles(page)).toHaveCount(10);
  await page.unroute(list);
  await button(page, 'Try again').click();
  await expect(articles(page)).toHaveCount(20);
  while (await button(page, 'Show more reviews').isVisible()) {
    const before = await articles(page).count();
    await button(page, 'Show more reviews').click();
    await expect(articles(page)).not.toHaveCount(before);
  }
  await expect(articles(page)).toHaveCount(all.length);
  await expect(articles(page).last()).toContainText(all.at(-1)?.text ?? '');
});

test('Whoever has not confirmed the address is asked to, and then may write', { tag: '@G20' }, async ({
  page,
  request,
  isPhone,
}) => {
  const name = bouquetFor(4, isPhone);
  const buyer = await signInWithOrders(page, request, [{ [name]: 1 }]);
  const [order] = buyer.orders;
  const address = `/product/${order?.order_items[0]?.product}#reviews`;

  await page.goto(address);
  await expect(panel(page).getByText('Only people who have received this bouquet can review it.')).toBeVisible();
  await runDeskCommand('orders', 'deliver', String(order?.id));
  await page.reload();
  await expect(yours(page)).toContainText('Please confirm your email address');
  await expect(yours(page).getByRole('textbox')).toHaveCount(0);
  await openLetter(page, buyer.email, CONFIRM);
  await pressLink(page, CONFIRM);
  await expect(page).toHaveURL('/');
  await page.goto(address);
  await expect(button(page, 'Publish my review')).toBeVisible();
});

test('The form comes in a browser too busy to report at once what is visible', async ({ page, request, isPhone }) => {
  // A busy browser reports both at once: that the tab was hidden, and that it is shown.
  await page.addInitScript(() => {
    const Native = window.IntersectionObserver;
    window.IntersectionObserver = class extends Native {
      constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        const kept: IntersectionObserverEntry[] = [];
        super((entries, observer) => {
          kept.push(...entries);
          setTimeout(() => kept.length > 0 && callback(kept.splice(0), observer), 1_000);
        }, options);
      }
    };
  });
  const { productId } = await received(page, request, bouquetFor(6, isPhone));
  await page.goto(`/product/${productId}#reviews`);
  await expect(button(page, 'Publish my review')).toBeVisible();
});

test('A review that the shop took down is not shown, and its writer is told', async ({ page, request, isPhone }) => {
  const buyer = await received(page, request, bouquetFor(5, isPhone));
  const { review } = await call(request, buyer, 'PUT', `/api/user/reviews/${buyer.productId}/`, {
    rating: 1,
    text: 'Call me on 07700 900142.',
  });
  await runDeskCommand('reviews', 'hide', String(review.id), 'Someone’s private details');
  await page.goto(`/product/${buyer.productId}#reviews`);
  await expect(yours(page)).toContainText(
    'We took this review down. Nobody but you can see it. The reason: Someone’s private details.',
  );
  await expect(articles(page).filter({ hasText: '07700' })).toHaveCount(0);
});

test('Guests, and those who only look at the bouquet, are asked nothing', async ({ page, request, visit, isPhone }) => {
  const asked: string[] = [];
  page.on('request', (call) => /\/api\/user\/reviews|your-review/.test(call.url()) && asked.push(call.url()));
  const [{ id }] = await (await request.get('/api/products/', { params: { search: bouquetFor(6, isPhone) } })).json();
  await visit(`/product/${id}#reviews`);
  await expect(panel(page).getByText('Only people who have received this bouquet can review it.')).toBeVisible();
  await received(page, request, bouquetFor(6, isPhone));
  await visit(`/product/${id}`);
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([]);
  await page.getByRole('tab', { name: 'Reviews' }).click();
  await expect(button(page, 'Publish my review')).toBeVisible();
});

test('Reviews and their form have no barrier', async ({ page, request, isPhone }) => {
  test.slow();
  const buyer = await received(page, request, bouquetFor(7, isPhone));
  await insertReviews(buyer.productId, 3);
  await page.goto(`/product/${buyer.productId}#reviews`);
  await button(page, 'Publish my review').click();
  await expect(yours(page).getByText('Choose from 1 to 5 stars.')).toBeVisible();
  const faults = await findFaultsAtAllWidths(page, 'the form with messages');
  await yours(page)
    .getByRole('radio', { name: /^3 out of 5/ })
    .check();
  await field(page, 'In your own words').fill('Pretty.');
  await button(page, 'Publish my review').click();
  await expect(yours(page).getByRole('button', { name: 'Edit' })).toBeVisible();
  faults.push(...(await findFaultsAtAllWidths(page, 'a review of one’s own')));
  await yours(page).getByRole('button', { name: 'Delete' }).click();
  faults.push(...(await findFaultsAtAllWidths(page, 'the question before deleting')));
  expect(faults).toEqual([]);
});
