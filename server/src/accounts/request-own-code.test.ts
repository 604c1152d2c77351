import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { registerSomeone } from '../testing/people.ts';
import { openTestShop } from '../testing/test-shop.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
afterEach(() => expect(shop.failures).toEqual([]));

const ask = (token: string) => shop.call('POST', '/api/user/profile/code/', { token });

test('whoever registered somebody else’s address cannot fill that mailbox with codes, nor put a name in them', async () => {
  const stranger = await registerSomeone(shop, { first_name: 'Claim your prize' });
  const statuses = [];
  // Five an hour for one account; tagged addresses of the mailbox share eight a day.
  const [name, host] = stranger.user.email.split('@');
  const tagged = await registerSomeone(shop, { email: `${name}+second@${host}` });
  for (const { access } of [stranger, tagged])
    for (let times = 0; times < 5; times++) statuses.push((await ask(access)).status);
  await shop.doJobs();
  const codes = shop
    .letters()
    .filter(
      ({ to, subject }) => [stranger, tagged].some(({ user }) => user.email === to) && subject.endsWith('is your code'),
    );
  expect(statuses.map((status) => (status < 300 ? 'sent' : status))).toEqual([...Array(8).fill('sent'), 429, 429]);
  expect(codes).toHaveLength(8);
  for (const { html, text } of codes) expect([html, text].join()).not.toContain('Claim');
});
