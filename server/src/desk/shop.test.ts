import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createShopCache } from '#server/features/shop/shop-cache.ts';
import { shopDetails } from '#server/features/shop/table.ts';
import { deskLog } from '#server/features/staff/table.ts';
import { loadStorefront, type Storefront } from '#server/pages/storefront.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { watchChanges } from '#server/platform/database/watch-changes.ts';
import { employ } from '#server/testing/staff.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

let storefront: Storefront;
let shop: Awaited<ReturnType<typeof openTestShop>>;
let owner: Awaited<ReturnType<typeof employ>>;
beforeAll(async () => {
  storefront = await loadStorefront();
  shop = await openTestShop({ storefront });
  owner = await employ(shop);
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.deps.db.execute(sql`truncate shop_details, desk_log`);
  await shop.deps.shopDetails.renew();
});

const URL = '/api/desk/settings/shop/';
const set = (body: unknown) => shop.call('PATCH', URL, { body, headers: owner.headers });

const USUAL = {
  name: 'Marigold Lane Flowers',
  street: 'Unit 4, Marigold Lane',
  city: 'London',
  postcode: 'E8 3QX',
  email: 'hello@marigoldlane.example',
  phone: '',
  company_number: '',
  vat_number: '',
};
const MOVED = {
  name: 'Marigold Lane Ltd',
  street: '9 Mare Street',
  city: 'Hackney',
  postcode: 'e81hy',
  email: 'flowers@marigoldlane.example',
  phone: '020 7946 0000',
  company_number: '0123 4567',
  vat_number: 'gb 123 4567 89',
};

describe('PATCH /api/desk/settings/shop/', () => {
  test('begins with what the shop has always said, and sets what is named', async () => {
    expect((await shop.get(URL, owner.headers)).json()).toEqual(USUAL);
    const response = await set(MOVED);
    const settled = { ...MOVED, postcode: 'E8 1HY', company_number: '01234567', vat_number: 'GB123456789' };
    expect([response.status, response.json()]).toEqual([200, settled]);
    expect((await set({ phone: '' })).json()).toEqual({ ...settled, phone: '' });
    expect((await set(USUAL)).json()).toEqual(USUAL);
  });

  test('answers each of two owners who save at once with what they saved', async () => {
    const names = Array.from({ length: 12 }, (_, number) => `Shop ${number}`);
    const answers = await Promise.all(names.map((name) => set({ name })));
    expect(answers.map((answer) => answer.json().name)).toEqual(names);
  });

  test('is on every page at once: footer, contact, about, terms, privacy, and where there is no page', async () => {
    expect((await shop.get('/')).body).toContain('Unit 4, Marigold Lane');
    expect((await shop.get('/nowhere-at-all')).body).toContain('Unit 4, Marigold Lane');
    await set(MOVED);
    for (const path of ['/', '/about', '/contact', '/terms', '/privacy', '/nowhere-at-all']) {
      const { body } = await shop.get(path);
      expect([path, body.includes('9 Mare Street'), body.includes('Unit 4')]).toEqual([path, true, false]);
    }
    const { body } = await shop.get('/contact');
    for (const words of ['Marigold Lane Ltd', '020 7946 0000', '01234567', 'GB123456789', 'flowers@marigoldlane'])
      expect(body).toContain(words);
  });

  test('stands in letters: who writes, and where to write to', async () => {
    await set(MOVED);
    const email = 'vat@example.org';
    await shop.deps.db.transaction((tx) =>
      shop.deps.mail.post(tx, { kind: 'account-deleted', to: email, firstName: 'Ada' }),
    );
    await shop.doJobs();
    const letter = shop.letters().find(({ to }) => to === email);
    expect(letter?.text).toContain('write to us at flowers@marigoldlane.example.');
    expect(letter?.text).toContain(
      'Marigold Lane Ltd, 9 Mare Street, Hackney E8 1HY. Telephone 020 7946 0000. Company number 01234567. VAT number GB123456789',
    );
  });

  test('is written down with who did it, before and after; what is already so is not', async () => {
    await set({ street: '9 Mare Street', city: 'London' });
    await set({ street: '9 Mare Street' });
    expect(await shop.deps.db.select().from(deskLog)).toMatchObject([
      {
        who: owner.name,
        staffId: owner.id,
        action: 'set shop details',
        details: { before: { street: 'Unit 4, Marigold Lane' }, after: { street: '9 Mare Street' } },
      },
    ]);
  });

  const BLANK = ['This field may not be blank.'];
  test.each<[unknown, unknown]>([
    [{ name: ' ' }, { name: BLANK }],
    [{ name: 'x'.repeat(81) }, { name: ['This must be no more than 80 characters.'] }],
    [{ street: '' }, { street: BLANK }],
    [{ city: 4 }, { city: ['This must be text.'] }],
    [{ postcode: 'Hackney' }, { postcode: ['This is no postcode of the United Kingdom.'] }],
    [{ email: 'hello' }, { email: ['Enter a valid email address.'] }],
    [{ phone: '12' }, { phone: ['Enter a number that can be rung, as 020 7946 0000.'] }],
    [
      { company_number: '9999-12-31' },
      { company_number: ['A company number has eight digits, or two letters and six digits.'] },
    ],
    [
      { company_number: '123' },
      { company_number: ['A company number has eight digits, or two letters and six digits.'] },
    ],
    [{ vat_number: '123456789' }, { vat_number: ['A VAT number is written as GB123456789.'] }],
  ])('refuses %j at its field, and changes nothing', async (body, refusal) => {
    const response = await set(body);
    expect([response.status, response.json()]).toEqual([400, refusal]);
    expect(await shop.deps.db.$count(shopDetails)).toBe(0);
  });
});

test('another process has the change within two seconds', async () => {
  const onChange = vi.fn();
  const cache = createShopCache({ db: shop.deps.db, onChange });
  const nothing = () => {};
  const listeners = { onCatalogue: nothing, onDelivery: nothing, onDesk: nothing, onShop: () => cache.renewSoon() };
  const watch = await watchChanges(shop.connectionString, listeners, pino({ level: 'silent' }));
  await set({ name: 'Marigold Lane Ltd' });
  await vi.waitFor(() => expect(cache.details().legalName).toBe('Marigold Lane Ltd'), { timeout: 2_000 });
  expect(onChange).toHaveBeenCalledOnce();
  await watch.stop();
});
