import type { Locator, Page } from '@playwright/test';
import type { BOUQUETS } from './bouquets.ts';
import { expect } from './fixtures.ts';

export const cards = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') });
export const names = (page: Page) => cards(page).getByRole('heading');
export const title = (page: Page) => page.getByRole('heading', { level: 1 });
export const namesOf = (bouquets: typeof BOUQUETS) => bouquets.map(({ name }) => name);

/** The filters: beside the list on a desktop, in a sheet on a phone. */
export async function openFilters(page: Page, isPhone: boolean): Promise<Locator> {
  if (!isPhone) return page.getByRole('main');
  await page.getByRole('button', { name: 'Filter and sort' }).click();
  return page.getByRole('dialog', { name: 'Filter and sort' });
}

export async function closeFilters(page: Page, isPhone: boolean): Promise<void> {
  if (!isPhone) return;
  await page.getByRole('button', { name: /^Show \d+ bouquets?$/ }).click();
  await expect(page.getByRole('dialog', { name: 'Filter and sort' })).toBeHidden();
}
