import type { Page } from '@playwright/test';
import { addressOf, BOUQUETS } from './bouquets.ts';
import { expect, test, untilPainted } from './fixtures.ts';

const NAME = 'Harvest Sunday';
const bouquet = BOUQUETS.find(({ name }) => name === NAME);

const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const zoom = (page: Page) => page.getByRole('dialog', { name: 'Picture' });

test.describe('A visitor looks at one bouquet', () => {
  test.beforeEach(async ({ visit, request }) => visit(await addressOf(NAME, request)));

  test('and reads what it is, what it costs and what is true of it', {
    tag: ['@core', '@§2.13', '@§2.14', '@§2.15', '@§2.16', '@D8', '@G7'],
  }, async ({ page }) => {
    const main = page.getByRole('main');
    await expect(page).toHaveTitle('Harvest Sunday, £43.00 delivered – Marigold Lane');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(NAME);
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem')).toHaveText([
      'Products',
      'Seasonal',
      'Detail',
    ]);
    await expect(main.getByText(bouquet?.desc ?? '')).toBeVisible();
    // It was never sold, and the page says nothing about that.
    await expect(main.getByRole('listitem').filter({ hasText: /Sold$/ })).toHaveCount(0);
    await expect(main.getByRole('listitem').filter({ hasText: /^Item code/ })).toHaveText('Item code ML-1004');
    await expect(main.getByRole('listitem').filter({ hasText: /reviews/ })).toHaveText('No reviews yet');
    await expect(main.getByText(/4\.8|230/)).toHaveCount(0);
    await expect(main.getByRole('listitem').filter({ hasText: /tall$/ })).toHaveText('32 cm tall');
    await expect(main.getByText(/homes with cats/)).toHaveCount(0);

    const specification = page.getByRole('tabpanel', { name: 'Specification' });
    await expect(specification.getByRole('definition').first()).toHaveText('Seasonal');
    await expect(specification.getByRole('term')).toContainText(['Category', 'Description', 'Price']);
    await expect(specification.getByText(bouquet?.description ?? '')).toBeVisible();
    await expect(specification.getByRole('definition').filter({ hasText: 'tall' })).toHaveText(
      'Standard, 32 cm tall, 29 cm across',
    );
    await expect(specification.getByRole('figure')).toContainText('drawn to scale beside a mug');
    await expect(specification.getByRole('definition').last()).toHaveText('From £38.00, £43.00 delivered');

    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Seasonal' }).click();
    await expect(page).toHaveURL('/product?category=seasonal');
  });

  test('and turns its tabs by keyboard', async ({ page }) => {
    await expect(page.getByRole('tab')).toHaveText(['Specification', 'Care', 'Reviews']);
    await tab(page, 'Specification').focus();
    const turns = [
      ['ArrowRight', 'Care'],
      ['ArrowRight', 'Reviews'],
      ['ArrowRight', 'Specification'],
      ['ArrowLeft', 'Reviews'],
      ['Home', 'Specification'],
      ['End', 'Reviews'],
    ] as const;
    for (const [key, name] of turns) {
      await page.keyboard.press(key);
      await expect(tab(page, name)).toBeFocused();
      await expect(page.getByRole('tab', { selected: true })).toHaveText(name);
      await expect(page.getByRole('tabpanel')).toHaveCount(1);
      await expect(page.getByRole('tabpanel', { name })).toBeVisible();
    }
    await expect(page.getByRole('tabpanel', { name: 'Reviews' })).toContainText('No reviews yet.');
    await tab(page, 'Care').click();
    await expect(page.getByRole('tabpanel', { name: 'Care' })).toContainText(bouquet?.care ?? '');
  });

  test('and goes on to one like it', async ({ page }) => {
    const related = page.getByRole('region', { name: 'You might also like' });
    await expect(related.getByRole('heading', { level: 3 })).not.toHaveCount(0);
    await expect(related.getByRole('heading', { name: NAME })).toHaveCount(0);
    const next = related.getByRole('heading', { level: 3 }).first();
    const name = (await next.textContent()) ?? '';
    await next.getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(page.getByRole('tab', { selected: true })).toHaveText('Specification');
  });
});

test('A visitor with a cat is warned of lilies beside the price, and reads why', async ({ page, visit, request }) => {
  await visit(await addressOf('Chapel Lane', request));
  await expect(page.getByText('Not for homes with cats.')).toBeInViewport({ ratio: 1 });
  await page.getByRole('link', { name: 'Lilies are poisonous to them' }).click();
  await expect(page).toHaveURL('/care#lilies');
  await expect(page.getByRole('heading', { name: 'Lilies and cats' })).toBeInViewport();
});

test('On a tablet the picture does not stand beside nothing', async ({ page, visit, request }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await visit(await addressOf(NAME, request));
  const main = page.getByRole('main');
  const boxOf = async (words: RegExp) =>
    (await main.getByText(words).first().boundingBox()) ?? { x: 0, y: 0, height: 0 };
  const [beside, column] = [await boxOf(/^Arrived damaged\?/), await boxOf(/delivered: Standard/)];
  expect(beside.x, 'Under the picture').toBeLessThan(column.x);
  const { y: top = 0 } = (await page.getByRole('heading', { level: 1 }).boundingBox()) ?? {};
  const lengths = [beside, column].map(({ y, height }) => y + height - top);
  expect(Math.min(...lengths) / Math.max(...lengths), 'Both columns end at about the same height').toBeGreaterThan(0.7);
});

test.describe('A visitor looks at the pictures', () => {
  test.beforeEach(async ({ visit, request }) => visit(await addressOf(NAME, request)));

  test('choosing by thumbnail', async ({ page }) => {
    const thumbnails = page.getByRole('list', { name: 'Pictures' });
    const whole = page.getByRole('button', { name: `Whole bouquet of ${NAME}, larger` });
    const closeUp = page.getByRole('button', { name: `Close-up of ${NAME}, larger` });
    await expect(whole).toBeInViewport({ ratio: 0.5 });
    await thumbnails.getByRole('button', { name: 'Close-up' }).click();
    await expect(thumbnails.getByRole('button', { name: 'Close-up' })).toHaveAttribute('aria-pressed', 'true');
    await expect(thumbnails.getByRole('button', { name: 'Whole bouquet' })).toHaveAttribute('aria-pressed', 'false');
    await expect(closeUp).toBeInViewport({ ratio: 0.5 });
    await expect(whole).not.toBeInViewport({ ratio: 0.5 });
    await expect(closeUp.getByRole('img')).not.toHaveJSProperty('naturalWidth', 0);
  });

  test('swiping on a phone, with the next one peeping in', { tag: '@phone' }, async ({ page, isPhone }) => {
    test.skip(!isPhone, 'On a desktop they are chosen by thumbnail');
    const closeUp = page.getByRole('button', { name: `Close-up of ${NAME}, larger` });
    await expect(closeUp).toBeInViewport();
    await expect(closeUp).not.toBeInViewport({ ratio: 0.5 });
    await closeUp.scrollIntoViewIfNeeded();
    await expect(closeUp).toBeInViewport({ ratio: 0.8 });
    await closeUp.click();
    await expect(zoom(page).getByRole('img', { name: bouquet?.pictures[1]?.alt })).toBeVisible();
  });

  test('large, by pressing one or by keyboard alone, and is put back where it was', {
    tag: ['@§2.14'],
  }, async ({ page }) => {
    const whole = page.getByRole('button', { name: `Whole bouquet of ${NAME}, larger` });
    const alts = bouquet?.pictures.map(({ alt }) => alt) ?? [];
    const picture = (place: number) => zoom(page).getByRole('img', { name: alts[place] });

    await whole.click();
    await expect(picture(0)).not.toHaveJSProperty('naturalWidth', 0);
    const before = await picture(0).boundingBox();
    await zoom(page).getByRole('button', { name: 'Come closer' }).click();
    await expect(zoom(page).getByRole('button', { name: 'Step back' })).toBeVisible();
    const after = await picture(0).boundingBox();
    expect(after?.width).toBeGreaterThan(2 * (before?.width ?? 0));
    await zoom(page).getByRole('button', { name: 'Step back' }).click();
    await zoom(page).getByRole('button', { name: 'Next picture' }).click();
    await expect(picture(1)).toBeVisible();
    await zoom(page).getByRole('button', { name: 'Previous picture' }).click();
    await expect(picture(0)).toBeVisible();
    await zoom(page).getByRole('button', { name: 'Close', exact: true }).click();
    await expect(zoom(page)).toBeHidden();

    await whole.click();
    await expect(picture(0)).toBeVisible();
    await untilPainted(page);
    await page.goBack();
    await expect(zoom(page)).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(NAME);

    await whole.focus();
    await page.keyboard.press('Enter');
    await expect(picture(0)).toBeVisible();
    const turns = [
      ['ArrowRight', 1],
      ['ArrowRight', 0],
      ['ArrowLeft', 1],
      ['ArrowLeft', 0],
    ] as const;
    for (const [key, place] of turns) {
      await page.keyboard.press(key);
      await expect(picture(place)).toBeVisible();
      await expect(zoom(page).getByRole('img')).toHaveCount(1);
    }
    await page.keyboard.press('Escape');
    await expect(zoom(page)).toBeHidden();
    await expect(whole).toBeFocused();
  });
});

test('The thumb bar comes when the button is out of sight, and goes when it is back', { tag: '@phone' }, async ({
  page,
  visit,
  request,
  isPhone,
}) => {
  await visit(await addressOf(NAME, request));
  const buttons = page.getByRole('main').getByRole('button', { name: new RegExp(`^Add to Cart ?: ${NAME}$`) });
  await buttons.first().scrollIntoViewIfNeeded();
  await expect(buttons).toHaveCount(1);

  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  if (!isPhone) {
    await expect(buttons.filter({ visible: true })).toHaveCount(1);
    return;
  }
  await expect(buttons).toHaveCount(2);
  await expect(buttons.last()).toBeInViewport({ ratio: 1 });
  await expect(buttons.first()).not.toBeInViewport();

  await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded();
  await buttons.first().scrollIntoViewIfNeeded();
  await expect(buttons).toHaveCount(1);
});
