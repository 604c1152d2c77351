import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import type { Call } from '#contract/calls/call.ts';
import { SAY_SHORT } from '#contract/desk-codes.ts';
import { registerSomeone } from '#server/testing/people.ts';
import { runAtDesk } from '#server/testing/run-at-desk.ts';
import { employ } from '#server/testing/staff.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { listOptions } from './call-options.ts';
import { DESK_CALLS } from './desk-calls.ts';
import { OWN_COMMANDS } from './own-commands.ts';

const CALLS = new URL('../../../contract/src/calls/', import.meta.url);

/** Calls that no command makes, and why. */
const WITHOUT: Record<string, string> = {
  ...because('is for somebody who is signed in, with devices and passkeys of their own', [
    'GET /api/desk/me/',
    'POST /api/desk/sign-out/',
    'POST /api/desk/confirm/options/',
    'POST /api/desk/confirm/',
    'GET /api/desk/devices/',
    'POST /api/desk/passkeys/options/',
    'POST /api/desk/passkeys/',
    'DELETE /api/desk/passkeys/:id/',
    'POST /api/desk/recovery-codes/',
  ]),
  ...because("is a driver's, with a run or a phone of the own", [
    'GET /api/desk/my-runs/',
    'POST /api/desk/stops/:orderId/outcome/',
  ]),
  ...because('draws a page: a number on a chip, words for a field, what changes while it is open', [
    'GET /api/desk/claims/waiting/',
    'GET /api/desk/orders/counts/',
    'GET /api/desk/catalogue/words/',
    'GET /api/desk/live/',
  ]),
  ...because('says where a page finds a file that a command writes by itself', [
    'POST /api/desk/customers/:customerId/copies/',
    'POST /api/desk/history/exports/',
    'POST /api/desk/takings/exports/',
  ]),
  ...because('is npm run catalogue, which takes pictures along', [
    'POST /api/desk/catalogue/',
    'PUT /api/desk/catalogue/:productId/',
    'GET /api/desk/catalogue/file/',
    'POST /api/desk/catalogue/file/',
    'POST /api/desk/catalogue/photos/',
    'GET /api/desk/catalogue/photos/:photoId/',
    'POST /api/desk/catalogue/photos/:photoId/retry/',
  ]),
  ...because('is payments reconcile, which can give the money back', ['GET /api/desk/takings/unknown-money/']),
  ...because('is staff invite, which prints the link', ['POST /api/desk/staff/']),
};

function because(reason: string, calls: string[]): Record<string, string> {
  return Object.fromEntries(calls.map((call) => [call, reason]));
}

const keyOf = ({ method, path }: Call) => `${method} ${path}`;

/** Every call of the desk for those who work here. */
async function listCalls(): Promise<Call[]> {
  const files = (await readdir(CALLS)).filter((name) => name.endsWith('.ts'));
  const modules: Record<string, unknown>[] = await Promise.all(files.map((name) => import(new URL(name, CALLS).href)));
  const isCall = (value: unknown): value is Call => typeof value === 'object' && value !== null && 'method' in value;
  return modules
    .flatMap((module) => Object.values(module))
    .flatMap((group) => (typeof group === 'object' && group !== null ? Object.values(group) : []))
    .filter(isCall)
    .filter(({ path, may }) => path.startsWith('/api/desk/') && may !== 'everybody');
}

describe('the commands', () => {
  test('every call of the desk has its command, or a reason why not', async () => {
    const withCommand = new Set(Object.values(DESK_CALLS).map(({ call }) => keyOf(call)));
    const all = (await listCalls()).map(keyOf);
    expect(all.length).toBeGreaterThan(100);
    expect(all.filter((call) => !withCommand.has(call)).toSorted()).toEqual(Object.keys(WITHOUT).toSorted());
  });

  test.each(Object.entries(DESK_CALLS))('%s names fields of its call, each in one way', (name, command) => {
    const { call, takes = [], sends = {}, sees, hides = [] } = command;
    const fields = listOptions({ call }).map(({ path: [field] }) => field);
    for (const field of [...takes, ...Object.keys(sends), ...(sees ? [sees.field] : [])])
      expect(fields).toContain(field);
    const names = listOptions(command).map((option) => option.name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).not.toContain('help');
    const answer = call.answer instanceof z.ZodObject ? Object.keys(call.answer.shape) : [];
    for (const part of hides) expect(answer).toContain(part);
    expect(Object.keys(OWN_COMMANDS)).not.toContain(name);
  });

  test('have no rules of their own: no schema, no limit, no check of a length', async () => {
    const here = new URL('./', import.meta.url);
    const files = (await readdir(here)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
    for (const name of files.filter((each) => each !== 'catalogue-command.ts')) {
      const source = await readFile(new URL(name, here), 'utf8');
      const rule =
        /\bz\s*\.(?:string|number|int|object|enum|array)\(|\b(?:line|paragraphs)\(\d|MAX_|MOST_|\.length [<>]=? \d{2}/;
      expect(rule.exec(source)?.[0], name).toBeUndefined();
    }
  });
});

describe('a command', () => {
  let shop: Awaited<ReturnType<typeof openTestShop>>;
  let owner: Awaited<ReturnType<typeof employ>>;
  beforeAll(async () => {
    shop = await openTestShop({ now: new Date() });
    owner = await employ(shop);
  });
  afterAll(() => shop.close());

  const run = (words: string[]) => runAtDesk(shop, words);
  const DAY = '/api/desk/calendar/days/2027-03-06/';
  const SETTINGS = '/api/desk/settings/delivery/';
  const long = 'x'.repeat(5_000);

  const REFUSED: [words: string[], method: 'PATCH' | 'POST' | 'PUT', path: string, body: object][] = [
    [['codes', 'add', 'LANE 5', '--kind', 'pounds'], 'POST', '/api/desk/codes/', { code: 'LANE 5', kind: 'pounds' }],
    [['codes', 'add', 'LANE5'], 'POST', '/api/desk/codes/', { code: 'LANE5' }],
    [
      ['codes', 'add', 'LANE5', '--kind', 'percent', '--value', '0.5', '--uses', '0', '--from', '2026-02-30'],
      'POST',
      '/api/desk/codes/',
      { code: 'LANE5', kind: 'percent', value: 0.5, uses: 0, from: '2026-02-30' },
    ],
    [['days', 'set', '2027-03-06', '--holds=-1'], 'PATCH', DAY, { holds: -1 }],
    [
      ['days', 'set', '2027-03-06', '--holds', '4.5', '--cut-off', '24:00'],
      'PATCH',
      DAY,
      { holds: '4.5', cut_off: '24:00' },
    ],
    [['days', 'set', '2027-03-06', '--surcharge=-3', '--line', long], 'PATCH', DAY, { surcharge: '-3', line: long }],
    [['days', 'set', '2027-03-06', '--words', 'Why'], 'PATCH', DAY, { words: 'Why' }],
    [['settings', 'set', '--van-districts', 'E8,HACKNEY'], 'PATCH', SETTINGS, { van_districts: ['E8', 'HACKNEY'] }],
    [['settings', 'set', '--days-ahead', '0', '--fee', 'x'], 'PATCH', SETTINGS, { days_ahead: 0, fee: 'x' }],
    [['reviews', 'hide', '1', 'Why'], 'POST', '/api/desk/reviews/1/hide/', { reason: 'Why' }],
    [['claims', 'answer', '1', long], 'POST', '/api/desk/claims/1/answer/', { words: long }],
    [['customers', 'stop', '1', ' '], 'PUT', '/api/desk/customers/1/stop/', { reason: ' ' }],
    [
      ['shop', 'set', '--vat-number', 'x', '--email', 'y'],
      'PATCH',
      '/api/desk/settings/shop/',
      { vat_number: 'x', email: 'y' },
    ],
  ];
  const named = REFUSED.map((row) => [row[0].join(' ').slice(0, 70), ...row] as const);

  test.each(named)('%s: refused as the desk refuses it, in its words', async (_name, words, method, path, body) => {
    const answer = await shop.call(method, path, { body, headers: owner.headers });
    expect(answer.status).toBe(400);
    const refusals = Object.entries<string[]>(answer.json());
    expect(refusals.length).toBeGreaterThan(0);
    const { code, err } = await run(words);
    expect(code).toBe(1);
    expect(err.split('\n').map((line) => line.replace(/^(--)?[\w-]+: /, ''))).toEqual(
      refusals.map(([, messages]) => messages.join(' ')),
    );
  });

  test('sets days, weeks and settings, and takes usual for what is as on other days', async () => {
    const set = (...words: string[]) => run(['days', 'set', '2027-03-06', ...words]);
    const { out } = await set('--holds', '40', '--cut-off', '10:00', '--surcharge', '£3', '--line', 'Order by 10');
    for (const words of ['holds: 40', 'cut off: 10:00', 'surcharge: 3.00', 'line: Order by 10'])
      expect(out).toContain(words);
    const usual = await set('--holds', 'usual', '--cut-off', 'usual', '--surcharge', 'usual', '--line', 'usual');
    expect(usual.out).not.toMatch(/holds|line|10:00|3\.00/);
    const closed = await run(['days', 'close', '2027-03-06', '2027-03-07', 'Stocktaking']);
    expect(closed.out.match(/Stocktaking/g)?.length).toBeGreaterThanOrEqual(2);
    expect((await run(['days', 'open', '2027-03-06', '2027-03-07'])).out).not.toContain('Stocktaking');
    expect((await run(['week', 'set', '--no-sun-open', '--mon-cut-off', '10:30'])).code).toBe(0);
    await run(['settings', 'set', '--fee', '6.50', '--van-districts', 'e9, E8', '--claims-at-once', '0.00']);
    const settings = (await shop.get(SETTINGS, owner.headers)).json();
    expect(settings).toMatchObject({ fee: 6.5, van_districts: ['E8', 'E9'], claims_at_once: 0 });
    const { week } = (await shop.get('/api/desk/calendar/', owner.headers)).json();
    expect(week.find(({ key }: { key: string }) => key === 'sun')).toMatchObject({ holds: 0 });
  });

  test('makes, lists and ends codes', async () => {
    const made = await run([
      'codes',
      'add',
      'spring10',
      '--kind',
      'percent',
      '--value',
      '10',
      '--uses',
      '5',
      '--first-order',
    ]);
    expect([made.code, made.err]).toEqual([0, '']);
    expect(made.out.split('\n').at(-1)).toBe(SAY_SHORT);
    for (const words of ['code: SPRING10', 'uses: 5', 'first order: yes', 'state: open'])
      expect(made.out).toContain(words);
    expect(await run(['codes', 'add', 'SPRING10', '--kind', 'free delivery'])).toMatchObject({
      code: 1,
      err: 'CODE: There is a code SPRING10 already.',
    });
    expect((await run(['codes', 'end', 'spring10'])).out).toContain('state: ended');
    expect((await run(['codes', 'list'])).out).toMatch(/SPRING10 +percent +10\.00 .+ended/);
    expect((await run(['codes', 'open', 'SPRING10'])).out).toContain('state: open');
    expect((await run(['codes', 'add', '--code', 'LANE5', '--kind', 'free delivery'])).out).toContain('code: LANE5');
    expect(await run(['codes', 'end', 'nosuch'])).toMatchObject({ code: 1, err: 'There is no code "nosuch".' });
  });

  test('asks before what cannot be undone, and does it only after yes', async () => {
    const { user } = await registerSomeone(shop);
    const remove = (words: string[], prompt?: () => Promise<string>) =>
      runAtDesk(shop, ['customers', 'delete', user.id, ...words], {}, prompt);
    const isThere = async () => (await run(['customers', 'show', String(user.id)])).code === 0;
    const nobody = 'Nobody is there to be asked: --yes does it. Nothing was done.';
    expect(await remove([])).toMatchObject({ code: 1, err: nobody });
    expect(await remove([], async () => 'no')).toMatchObject({ code: 1, err: 'Nothing was done.' });
    expect(await isThere()).toBe(true);
    const prompt = vi.fn(async () => 'Yes');
    expect(await remove([], prompt)).toMatchObject({ code: 0, out: 'It is done.' });
    expect(prompt.mock.calls).toEqual([[`Delete customer ${user.id}? It cannot be undone. Type yes to do it: `]]);
    expect(await isThere()).toBe(false);
    expect((await run(['customers', 'delete', '--help'])).out).toContain('--yes');
    expect(await run(['customers', 'delete'])).toMatchObject({ code: 1, err: 'CUSTOMER: Say which.' });
    expect(await remove(['--yes'])).toMatchObject({ code: 1, err: `There is no customer ${user.id}.` });
  });

  test('does the rest when one of several cannot be done, and ends with 1', async () => {
    expect(await run(['orders', 'tie', '999999', '999998'])).toMatchObject({
      code: 1,
      out: expect.stringMatching(/999999 +no +There is no order 999999\.\n +999998 +no/),
      err: 'Not all of it was done.',
    });
  });
});
