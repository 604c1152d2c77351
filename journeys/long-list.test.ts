import { findFaultsAtAllWidths } from './accessibility.ts';
import { writeToShop } from './desk-people.ts';
import { expect, test } from './fixtures.ts';
import { cards } from './list-page.ts';
import { openOwnShop } from './own-shop.ts';
import { findPort } from './ports.ts';

const PORT = await findPort();
const HERE = `http://127.0.0.1:${PORT}`;

test.use({ baseURL: HERE });

test('In a shop of eighty bouquets home and list go on with one press until all are shown', {
  tag: ['@§2.10', '@D9', '@G37'],
}, async ({ page, visit, allowFailures }) => {
  test.setTimeout(180_000);
  allowFailures(/\/api\/products\/\?.*after=/);
  const shop = await openOwnShop(HERE);
  try {
    await writeToShop(
      { address: HERE, dataDir: shop.dataDir },
      `insert into products (item_code, name, category, occasions, price_pence, summary, description, size, presentation, stems, care, pictures)
      select 'L-' || n, 'Lane ' || n, category, occasions, price_pence, summary, description, size, presentation, stems, care, pictures
      from (select * from products order by id limit 1) as model, generate_series(1, 56) as n order by n`,
    );
    const more = page.getByRole('main').getByRole('link', { name: 'Show more bouquets' });

    await test.step('the list adds the next ones below', async () => {
      await visit('/product');
      await expect(page.getByText('80 of them, every one tied to order.')).toBeVisible();
      await expect(cards(page)).toHaveCount(24);
      await more.press('Enter');
      await expect(cards(page)).toHaveCount(48);
      await page.route('**/api/products/?*after=*', (route) => route.abort('connectionrefused'));
      await more.click();
      await expect(page.getByRole('main').getByRole('alert')).toHaveText(
        'We couldn’t fetch more bouquets. What you see is still right.',
      );
      await page.unroute('**/api/products/?*after=*');
      await page.getByRole('main').getByRole('link', { name: 'Try again' }).click();
      await expect(cards(page)).toHaveCount(72);
      await more.click();
      await expect(cards(page)).toHaveCount(80);
      await expect(more).toHaveCount(0);
      await expect(page).toHaveURL('/product');
    });

    await test.step('the home page goes on where its sixty end', async () => {
      await visit('/');
      await expect(page.getByRole('main').getByRole('link', { name: 'All 80 bouquets' })).toBeVisible();
      await more.click();
      await expect(page).toHaveURL(/\/product\?after=\d+$/);
      await expect(cards(page)).toHaveCount(20);
      expect(await findFaultsAtAllWidths(page, 'A further page of the list')).toEqual([]);
      await page.getByRole('main').getByRole('link', { name: 'Back to the first' }).click();
      await expect(page).toHaveURL('/product');
      await expect(cards(page)).toHaveCount(24);
    });

    await test.step('search leads to all that match, and says how many', async () => {
      await page.getByRole('combobox', { name: 'Search bouquets' }).fill('lane');
      await page.getByRole('link', { name: 'More than 50 bouquets match' }).click();
      await expect(page).toHaveURL('/product?search=lane');
      await expect(page.getByText('57 of 80, every one tied to order.')).toBeVisible();
    });
  } finally {
    await shop.close();
  }
});
