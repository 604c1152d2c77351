import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SAY_SHORT } from '#contract/desk-codes.ts';
import { promoCodes } from '#server/features/promotions/table.ts';
import { onCommandLine } from '#server/features/staff/done-by.ts';
import { deskLog } from '#server/features/staff/table.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { completeCart, fillCart, productId } from '#server/testing/carts.ts';
import { registerSomeone } from '#server/testing/people.ts';
import { runAtDesk } from '#server/testing/run-at-desk.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { addAtDesk, type CodeOptions, endAtDesk, listAtDesk } from './codes-desk.ts';
import type { Desk } from './desk.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
let printed: string[];
let desk: Desk;

beforeAll(async () => {
  shop = await openTestShop();
  desk = { ...shop.deps, by: onCommandLine('rose'), print: (line) => printed.push(line) };
});
afterAll(() => shop.close());
beforeEach(async () => {
  printed = [];
  await shop.deps.db.execute(sql`delete from orders`);
  await shop.deps.db.execute(sql`delete from carts`);
  await shop.deps.db.delete(promoCodes);
  await shop.deps.db.delete(deskLog);
});

const add = (word: string, options: CodeOptions) => addAtDesk(desk, word, options);
const log = async () => (await shop.deps.db.select().from(deskLog)).map(({ action, details }) => [action, details]);

const run = (...args: string[]) => runAtDesk(shop, args);

describe('codes add', () => {
  test('makes a code with all its terms, and says which', async () => {
    await add('spring10', {
      percent: '10',
      from: '2026-11-01',
      until: '2026-11-30',
      least: '30',
      uses: '50',
      each: '1',
      'first-order': true,
    });
    expect(printed).toEqual([
      'Code SPRING10 is made: 10 % off, for orders from £30.00, for a first order, from 2026-11-01 on, until the end of 2026-11-30, 50 times in all, once each.',
      SAY_SHORT,
    ]);
    const [row] = await shop.deps.db.select().from(promoCodes);
    expect(row).toMatchObject({
      code: 'SPRING10',
      kind: 'percent',
      value: 10,
      validFrom: '2026-11-01',
      validUntil: '2026-11-30',
      leastPence: 3_000,
      maxUses: 50,
      maxUsesEach: 1,
      firstOrderOnly: true,
      endedAt: null,
    });
    expect(await log()).toMatchObject([['add code', { code: 'SPRING10' }]]);
  });

  test('pounds off and free delivery', async () => {
    await add('LANE5', { off: '5.00' });
    await add('SORRY-7Q2M', { 'free-delivery': true, uses: '1' });
    expect(printed).toEqual([
      'Code LANE5 is made: £5.00 off.',
      SAY_SHORT,
      'Code SORRY-7Q2M is made: free delivery, once in all.',
    ]);
  });

  const WHAT = 'Say what the code gives: one of --percent 10, --off 5.00, --free-delivery.';
  test.each<[string, string, CodeOptions, string]>([
    ['nothing given', 'LANE5', {}, WHAT],
    ['two things given', 'LANE5', { percent: '10', 'free-delivery': true }, WHAT],
    ['no percentage', 'LANE5', { percent: '101' }, '--percent wants a whole number from 1 to 100.'],
    ['half a percent', 'LANE5', { percent: '0.5' }, '--percent wants a whole number from 1 to 100.'],
    ['no amount', 'LANE5', { off: '0' }, '--off wants pounds, from 0.01 to 10,000.00: 5.00.'],
    ['too fine an amount', 'LANE5', { off: '1.005' }, '--off wants pounds, from 0.01 to 10,000.00: 5.00.'],
    ['no day', 'LANE5', { off: '5', from: '2026-02-30' }, '--from wants a day such as 2026-11-17.'],
    [
      'days the wrong way round',
      'LANE5',
      { off: '5', from: '2026-11-02', until: '2026-11-01' },
      '--until comes before --from.',
    ],
    ['no uses', 'LANE5', { off: '5', uses: '0' }, '--uses wants a whole number from 1 to 1000000.'],
    [
      'signs in a code',
      'LANE 5',
      { off: '5' },
      'A code has at least three letters from A to Z or digits; hyphens may stand between them.',
    ],
    ['a code too long', 'X'.repeat(31), { off: '5' }, 'A code has at most 30 letters and digits.'],
  ])('refuses %s', async (_, word, options, words) => {
    await expect(add(word, options)).rejects.toThrow(words);
    expect([await shop.deps.db.$count(promoCodes), await log(), printed]).toEqual([0, [], []]);
  });

  test('refuses a code that there is, in whatever case', async () => {
    await add('LANE5', { off: '5' });
    await expect(add('lane5', { off: '6' })).rejects.toThrow('There is a code LANE5 already.');
    await endAtDesk(desk, 'LANE5');
    await expect(add('lane5', { off: '6' })).rejects.toThrow('There is a code LANE5 already, which has ended.');
  });
});

describe('codes list', () => {
  test('says of every code what it gives, its state, its uses and what came with it', async () => {
    await listAtDesk(desk);
    await add('SUMMER26', { percent: '15', until: '2026-08-31' });
    await add('BAKERYDOOR', { percent: '10', from: '2026-12-01' });
    await add('LANE5', { off: '5', uses: '1' });
    await add('GONE1', { 'free-delivery': true });
    await endAtDesk(desk, 'gone1');
    const ada = await registerSomeone(shop);
    const { id } = await fillCart(shop, ada, [{ product: await productId(shop, 'Tearoom') }]);
    const url = `/api/user/orders/${id}/update-code/`;
    const paid = (await shop.call('PATCH', url, { token: ada.access, body: { code: 'LANE5' } })).json().amount_to_pay;
    await completeCart(shop, id);
    printed.splice(1);
    await listAtDesk(desk);
    expect(printed.map((line) => line.trim())).toEqual([
      'There is no code yet.',
      '4 codes',
      'GONE1, ended Monday 16 November at 09:46\n  free delivery\n  Used 0 times. £0.00 given away, £0.00 of orders came with it.',
      `LANE5, used up\n  £5.00 off, once in all\n  Used 1 of 1. £5.00 given away, £${paid.toFixed(2)} of orders came with it.`,
      'BAKERYDOOR, starts 2026-12-01\n  10 % off, from 2026-12-01 on\n  Used 0 times. £0.00 given away, £0.00 of orders came with it.',
      'SUMMER26, over\n  15 % off, until the end of 2026-08-31\n  Used 0 times. £0.00 given away, £0.00 of orders came with it.',
    ]);
  });
});

describe('codes end', () => {
  test('ends a code, once', async () => {
    await add('LANE5', { off: '5' });
    await endAtDesk(desk, ' lane5 ');
    await endAtDesk(desk, 'LANE5');
    expect(printed.slice(2)).toEqual([
      'Code LANE5 has ended. Nobody can use it any more.',
      'Code LANE5 had ended already, on Monday 16 November at 09:46.',
    ]);
    expect(await log()).toMatchObject([
      ['add code', { code: 'LANE5' }],
      ['end code', { code: 'LANE5' }],
    ]);
  });

  test('refuses a code that there is not', async () => {
    await expect(endAtDesk(desk, 'nosuch')).rejects.toThrow('There is no code NOSUCH.');
  });
});

test('is a command that refuses with exit 1', async () => {
  expect(await run('codes', 'add', 'LANE5', '--off', '5.00', '--each', '1')).toEqual({
    code: 0,
    out: `Code LANE5 is made: £5.00 off, once each.\n${SAY_SHORT}`,
    err: '',
  });
  expect(await run('codes', 'add', 'LANE5', '--off', '5.00')).toEqual({
    code: 1,
    out: '',
    err: 'There is a code LANE5 already.',
  });
  expect(await run('codes', 'list')).toMatchObject({ code: 0, out: expect.stringContaining('LANE5, open') });
  expect(await run('codes', 'end', 'LANE5')).toMatchObject({ code: 0 });
  expect(await run('codes', 'end', 'LANE5', '--off', '5')).toMatchObject({ code: 1 });
  expect(await run('codes')).toMatchObject({ code: 1 });
});
