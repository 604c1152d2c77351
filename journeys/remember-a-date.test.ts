import type { Page } from '@playwright/test';
import { formatDay } from '#contract/delivery.ts';
import { formatMonthDay } from '#contract/reminder-days.ts';
import { findFaultsAtAllWidths } from './accessibility.ts';
import { confirmAddress, dayFromNow, sendRemindersOf } from './after-sale.ts';
import { call, expectPaid, openCheckout, openPayment, payNow } from './buying.ts';
import { expect, test } from './fixtures.ts';
import { findLink, openLetter, outboxLink } from './letters.ts';
import { signInPerson } from './people.ts';

const partsOf = (day: string) => ({ month: Number(day.slice(5, 7)), day: Number(day.slice(8)) });

async function chooseDate(page: Page, day: string): Promise<void> {
  const { month, day: number } = partsOf(day);
  await page.getByLabel('Day', { exact: true }).selectOption(String(number));
  await page.getByLabel('Month', { exact: true }).selectOption(String(month));
}

test('After paying she has a date remembered, changes it, gets the letter and stops it with one press', {
  tag: '@core',
}, async ({ page, request, baseURL }) => {
  test.slow();
  const buyer = await openCheckout(page, request);
  await payNow(await openPayment(page));
  await expectPaid(page, request, buyer, buyer.order.id);
  const offer = page.getByRole('region', { name: 'Remember this date?' });
  await offer.getByLabel('Who is it about?').fill('Nell');
  await expect(page.getByText('Stay as long as you like.')).toBeVisible();
  expect(await findFaultsAtAllWidths(page, 'the offer to remember')).toEqual([]);
  await offer.getByText('Every year, ten days before').click();
  await offer.getByLabel('How long before').selectOption('7');
  await expect(offer).toContainText('You ask us to email you one letter a year, a week before this date');
  await offer.getByRole('button', { name: 'Remember it' }).click();
  const done = page.getByRole('region', { name: 'Remembered.' });
  const { delivery_date } = await call(request, buyer, 'GET', `/api/user/orders/${buyer.order.id}/`);
  await expect(done).toContainText(`Nell’s birthday, ${formatMonthDay(partsOf(delivery_date))}, every year.`);
  const [remembered] = await call(request, buyer, 'GET', '/api/user/profile/reminders/');
  expect(remembered.date > dayFromNow(300), 'not for the flowers that were just ordered').toBe(true);
  expect(await findFaultsAtAllWidths(page, 'a date that is remembered')).toEqual([]);

  await page.goto('/profile?tab=reminders');
  await expect(page.getByText('Letters go to a confirmed address only')).toBeVisible();
  await confirmAddress(buyer);
  const list = page.getByRole('list', { name: 'Your reminders' });
  await list.getByRole('button', { name: 'Edit Nell’s birthday' }).click();
  const soon = dayFromNow(12);
  await chooseDate(page, soon);
  await page.getByLabel('How long before').selectOption('10');
  expect(await findFaultsAtAllWidths(page, 'a reminder that is edited')).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('We remember it: Nell’s birthday.')).toBeAttached();
  await expect(list).toContainText(`The letter comes on ${formatDay(dayFromNow(2))}`);
  await expect(list.getByRole('button', { name: 'Edit Nell’s birthday' })).toBeFocused();
  expect(await findFaultsAtAllWidths(page, 'the reminders')).toEqual([]);

  await sendRemindersOf(dayFromNow(2), baseURL ?? '');
  await sendRemindersOf(dayFromNow(2), baseURL ?? '');
  const letter = { subject: `Nell’s birthday: ${formatDay(soon)}`, button: 'Stop this reminder' };
  await openLetter(page, buyer.email, letter);
  const inside = page.getByTitle('The letter').contentFrame();
  await expect(inside.getByRole('link', { name: /with delivery £\d/ })).toHaveCount(3);
  await page.getByText('Headers').click();
  await expect(page.getByText(/List-Unsubscribe: </)).toBeVisible();

  const link = await findLink(page, buyer.email, letter);
  await page.goto(outboxLink());
  const sent = page.getByRole('link', { name: letter.subject }).filter({ hasText: `To ${buyer.email},` });
  await expect(sent, 'sent once, though the job ran twice').toHaveCount(1);
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stop this reminder?');
  expect((await call(request, buyer, 'GET', '/api/user/profile/reminders/'))[0].stopped_at).toBeNull();
  // As a mail program does it for its reader.
  const pressed = await request.post(link, { form: { 'List-Unsubscribe': 'One-Click' } });
  expect(pressed.status()).toBe(200);
  const [stopped] = await call(request, buyer, 'GET', '/api/user/profile/reminders/');
  expect(stopped.stopped_at, 'stopped before anything is pressed on the page').not.toBeNull();
  await page.getByRole('button', { name: 'Stop this reminder' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'It is stopped.' })).toBeVisible();
  expect(await findFaultsAtAllWidths(page, 'a reminder that is stopped')).toEqual([]);

  await page.getByRole('link', { name: 'See your reminders' }).click();
  await expect(list).toContainText('No letter comes.');
  await list.getByRole('button', { name: 'Remember again Nell’s birthday' }).click();
  await page.getByRole('button', { name: 'Remember it again' }).click();
  await expect(list).not.toContainText('No letter comes.');
});

test('Dates are added and removed in the account, and what is wrong is said at its field', async ({
  page,
  request,
}) => {
  await signInPerson(page, request);
  await page.goto('/profile?tab=reminders');
  await expect(page.getByRole('heading', { name: 'No dates yet.' })).toBeVisible();
  expect(await findFaultsAtAllWidths(page, 'no reminders yet')).toEqual([]);
  await page.getByRole('button', { name: 'Add a date' }).click();
  await page.getByLabel('Month', { exact: true }).selectOption('2');
  await page.getByLabel('Day', { exact: true }).selectOption('30');
  await page.getByRole('button', { name: 'Remember it' }).click();
  await expect(page.getByLabel('Who is it about?')).toHaveAccessibleDescription('Say who it is about.');
  await page.getByLabel('Who is it about?').fill('Grandma');
  await page.getByLabel('What is it?').selectOption('memory');
  await page.getByRole('button', { name: 'Remember it' }).click();
  await expect(page.getByLabel('Day', { exact: true })).toHaveAccessibleDescription('February has 29 days at most.');
  expect(await findFaultsAtAllWidths(page, 'a reminder that was refused')).toEqual([]);
  await page.getByLabel('Day', { exact: true }).selectOption('29');
  await page.getByRole('button', { name: 'Remember it' }).click();
  const list = page.getByRole('list', { name: 'Your reminders' });
  await expect(list).toContainText('In memory of Grandma');
  await expect(list).toContainText('29 February, every year');
  await list.getByRole('button', { name: 'Remove In memory of Grandma' }).click();
  await expect(list.getByRole('button', { name: 'Keep In memory of Grandma' })).toBeFocused();
  await list.getByRole('button', { name: 'Yes, remove In memory of Grandma' }).click();
  await expect(page.getByRole('heading', { name: 'No dates yet.' })).toBeVisible();
});
