import { addressOf } from './bouquets.ts';
import { expect, test } from './fixtures.ts';

const PAGES = ['/', '/product', '/about', '/delivery', '/contact', '/login', '/register'];

/** The pictures in the page that stand on nothing: no placeholder of theirs is drawn where they will be. */
const listBare = (): string[] =>
  [...document.querySelectorAll<HTMLImageElement>('main picture > img:not([src^="data:"])')].flatMap((picture) => {
    const { width, height } = picture.getBoundingClientRect();
    if (width === 0 || height === 0) return [];
    const beside = picture.parentElement?.parentElement?.querySelectorAll<HTMLImageElement>('img[src^="data:"]') ?? [];
    const isDrawn = [...beside].some((placeholder) => {
      const drawn = placeholder.getBoundingClientRect();
      return placeholder.naturalWidth > 0 && drawn.width >= width - 1 && drawn.height >= height - 1;
    });
    return isDrawn ? [] : [picture.alt || picture.src];
  });

for (const address of [...PAGES, 'a bouquet']) {
  test(`On a line that brings no picture, ${address} has a placeholder for each`, async ({
    page,
    visit,
    request,
    allowFailures,
  }) => {
    allowFailures(/\/pictures\//);
    await page.route(/\/pictures\//, (route) => route.abort());
    await visit(address.startsWith('/') ? address : await addressOf('Harvest Sunday', request));
    expect(await page.locator('main picture').count()).toBeGreaterThan(0);
    await expect.poll(() => page.evaluate(listBare)).toEqual([]);
    // What is out of sight is drawn as well: in a picture of the whole page, and before a finger that scrolls fast.
    const skipped = await page.evaluate(
      () =>
        [...document.querySelectorAll('main *')].filter((part) => getComputedStyle(part).contentVisibility === 'auto')
          .length,
    );
    expect(skipped).toBe(0);
  });
}
