import { expect, test } from 'vitest';
import { fillForm } from '#server/testing/people.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { sql } from './database/drizzle.ts';

test('what goes wrong is logged once, with its cause and place, and with nothing of the person it happened to', async () => {
  const shop = await openTestShop();
  await shop.deps.db.execute(sql`alter table sessions rename column device to gadget`);
  const form = fillForm({ first_name: 'Persephone', password1: 'pomegranate seeds', password2: 'pomegranate seeds' });
  const response = await shop.call('POST', '/api/user/register/', { body: form });
  expect([response.status, response.json()]).toEqual([500, { detail: 'Something went wrong on our side.' }]);
  expect(shop.failures).toMatchObject([
    { route: '/api/user/register/', err: { code: '42703', message: expect.stringContaining('device') } },
  ]);
  const log = JSON.stringify(shop.failures);
  expect(log).toContain('start-session.ts');
  for (const personal of ['Persephone', 'pomegranate', form.email, '$argon2id']) expect(log).not.toContain(personal);
  const { rows } = await shop.deps.db.execute(sql`select * from users`);
  expect(rows).toEqual([]);
  await shop.close();
});
