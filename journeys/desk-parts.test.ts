import { DESK_COOKIE } from '#contract/staff.ts';
import { findRunningDatabase } from '#server/platform/database/embedded/find-running-database.ts';
import { signInStaff } from '#server/testing/fill-day.ts';
import { findFaults, findFaultsAtAllWidths } from './accessibility.ts';
import { expect, test } from './fixtures.ts';

/** A phone, the tablet at the bench, the screen of the office. */
const WIDTHS = [390, 1180, 1440];

test('Every part of the desk is whole in every state, at every width', async ({ page, context, baseURL }, testInfo) => {
  const database = (await findRunningDatabase(process.env.JOURNEYS_DATA_DIR ?? '')) ?? '';
  const { cookie } = await signInStaff(database, 'Olive Owner', ['owner']);
  await context.addCookies([{ name: DESK_COOKIE, value: cookie, url: baseURL, sameSite: 'Strict' }]);
  await page.goto('/desk/parts');
  await expect(page.getByRole('heading', { level: 1, name: 'Parts' })).toBeVisible();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    expect(await findFaults(page, 'The parts of the desk')).toEqual([]);
    await testInfo.attach(`parts at ${width} px`, { body: await page.screenshot({ fullPage: true }) });
  }
  expect(await findFaultsAtAllWidths(page, 'The parts of the desk')).toEqual([]);

  await test.step('what is refused is said at its field, and what is not is quiet', async () => {
    const refused = page.getByRole('region', { name: 'Refused' });
    for (const label of ['Text', 'Money', 'Several lines'])
      await expect(refused.getByLabel(label)).toHaveAccessibleDescription(/Say it in one line/);
    await expect(page.getByRole('region', { name: 'Fields' }).getByLabel('Money')).not.toHaveAttribute('aria-invalid');
  });

  await test.step('a dialog has the focus where it is wanted, and Escape closes it', async () => {
    await page.getByRole('button', { name: 'Open a dialog' }).click();
    await expect(page.getByRole('button', { name: 'Stay here' })).toBeFocused();
    expect(await findFaults(page, 'A dialog of the desk')).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  });
});
