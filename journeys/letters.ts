import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

export const CONFIRM = { subject: 'Please confirm your email address', button: 'Confirm my address' };
export const RESET = { subject: 'Choose a new password', button: 'Choose a new password' };

type Letter = { subject: string | RegExp; button: string };

/** The link to the outbox. The shop of the journeys has a proxy configured, so it does not serve the outbox itself. */
export const outboxLink = (): string => process.env.JOURNEYS_OUTBOX ?? '';

/** Opens the newest letter of its kind to an address, as soon as it is in the outbox. */
export async function openLetter(page: Page, to: string, { subject }: Letter): Promise<void> {
  const letter = page.getByRole('link', { name: subject }).filter({ hasText: `To ${to},` });
  await expect(async () => {
    await page.goto(outboxLink());
    await expect(letter.first()).toBeVisible({ timeout: 300 });
  }).toPass({ timeout: 45_000 });
  await letter.first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(subject);
}

const linkIn = (page: Page, { button }: Letter) =>
  page.getByTitle('The letter').contentFrame().getByRole('link', { name: button });

/** Presses the link in the letter that is open. */
export const pressLink = (page: Page, letter: Letter): Promise<void> => linkIn(page, letter).click();

/** Where the link in the newest letter to an address leads. */
export async function findLink(page: Page, to: string, letter: Letter): Promise<string> {
  await openLetter(page, to, letter);
  return (await linkIn(page, letter).getAttribute('href')) ?? '';
}
