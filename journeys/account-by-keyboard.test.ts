import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { CONFIRM, findLink } from './letters.ts';
import { button, field, newPerson, registerPerson, signInPerson } from './people.ts';

const title = (page: Page) => page.getByRole('heading', { level: 1 });

test.describe('Someone who uses the keyboard alone', () => {
  /** Presses Tab until the focus is there; every stop on the way must show the focus. */
  async function tabTo(page: Page, goal: Locator): Promise<void> {
    for (let stops = 0; stops < 20; stops++) {
      await page.keyboard.press('Tab');
      const ring = await page.evaluate(() => {
        const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body);
        return outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth);
      });
      expect(ring).toBeGreaterThanOrEqual(2);
      if (await goal.evaluate((element) => element === document.activeElement)) return;
    }
    await expect(goal).toBeFocused();
  }

  test('registers, logs out, mistypes and logs in', { tag: '@core' }, async ({ page, visit, allowFailures }) => {
    allowFailures(/\/api\/user\/login\/$/);
    const person = newPerson();
    await visit('/register');
    await tabTo(page, field(page, 'First name'));
    await page.keyboard.press('Enter');
    await expect(field(page, 'First name')).toHaveAttribute('aria-invalid', 'true');
    await expect(field(page, 'First name')).toBeFocused();
    await page.keyboard.type(person.firstName);
    for (const [label, words] of [
      ['Last name', person.lastName],
      ['Username', person.username],
      ['Email', person.email],
      ['Password', person.password],
      ['Confirm password', person.password],
    ] as const) {
      await tabTo(page, field(page, label));
      await page.keyboard.type(words);
    }
    await tabTo(page, button(page, 'Register'));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/product');

    await visit('/profile');
    await expect(title(page)).toHaveText('Order History');
    await tabTo(page, button(page, 'Log out'));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/');

    await visit('/login');
    await tabTo(page, field(page, 'Email'));
    await page.keyboard.type(person.email);
    await tabTo(page, field(page, 'Password'));
    await page.keyboard.type('three tulips in the rian');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main').getByRole('alert')).toHaveText('Incorrect email or password.');
    await expect(field(page, 'Password')).toBeFocused();
    await page.keyboard.type(person.password);
    await tabTo(page, page.getByRole('checkbox', { name: 'Remember me' }));
    await page.keyboard.press('Space');
    await expect(page.getByRole('checkbox', { name: 'Remember me' })).toBeChecked();
    await tabTo(page, button(page, 'Log in'));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/');
  });

  test('is asked whether to delete the account, and changes her mind', async ({ page, request, allowFailures }) => {
    allowFailures(/\/api\/user\/profile\/delete\/$/);
    await signInPerson(page, request);
    await page.goto('/profile?tab=details');
    await expect(title(page)).toHaveText('Hello, Rosalind.');
    const opener = button(page, 'Delete my account');
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    const password = dialog.getByLabel('Your password', { exact: true });
    for (const [way, leave] of [
      ['Escape', () => page.keyboard.press('Escape')],
      ['Keep it', () => dialog.getByRole('button', { name: 'Keep it' }).press('Enter')],
      ['Close', () => dialog.getByRole('button', { name: 'Close' }).press('Enter')],
    ] as const) {
      await test.step(way, async () => {
        await opener.focus();
        await page.keyboard.press('Enter');
        await expect(password).toBeFocused();
        await page.keyboard.type('three tulips in the rian');
        await page.keyboard.press('Enter');
        await expect(password).toHaveAccessibleDescription('Incorrect password.');
        await expect(password).toBeFocused();
        await leave();
        await expect(dialog).toBeHidden();
        await expect(opener).toBeFocused();
      });
    }
  });

  test('tries again, and is not thrown back to the top of the page', async ({ page, request, allowFailures }) => {
    const calls = /\/api\/user\/profile\/$|\/account-confirm-email\/[^/]+\/$/;
    allowFailures(calls);
    const isWithinPage = () => page.getByRole('main').evaluate((main) => main.contains(document.activeElement));
    const person = await registerPerson(request);
    const link = await findLink(page, person.email, CONFIRM);
    await page.route(calls, (route) => route.abort('connectionrefused'));

    await page.goto(link);
    await button(page, 'Try again').press('Enter');
    await expect(button(page, 'Try again')).toBeVisible();
    expect(await isWithinPage()).toBe(true);
    await page.unroute(calls);
    await button(page, 'Try again').press('Enter');
    await expect(page.getByRole('main').getByRole('status')).toHaveText('Your email has been confirmed.');
    expect(await isWithinPage()).toBe(true);

    await signInPerson(page, request);
    await page.route(calls, (route) => route.abort('connectionrefused'));
    await page.goto('/profile?tab=details');
    await button(page, 'Try again').press('Enter');
    await expect(button(page, 'Try again')).toBeVisible();
    expect(await isWithinPage()).toBe(true);
    await page.unroute(calls);
    await button(page, 'Try again').press('Enter');
    await expect(title(page)).toHaveText('Hello, Rosalind.');
    expect(await isWithinPage()).toBe(true);
  });
});
