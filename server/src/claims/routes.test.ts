import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Claim } from '#contract/claims.ts';
import { sql } from '../database/drizzle.ts';
import { buyFlowers, fillClaim, takePhoto, writeForm } from '../testing/claims.ts';
import { logInAgain, registerSomeone } from '../testing/people.ts';
import { openTestShop, TEST_NOW } from '../testing/test-shop.ts';

const TEXT = 'Half the heads are snapped off.';
const EARLY = 'You can report damaged flowers from the day of delivery on.';

let shop: Awaited<ReturnType<typeof openTestShop>>;
let url: string;
let photo: Buffer;

beforeAll(async () => {
  shop = await openTestShop();
  url = await shop.app.listen({ host: '127.0.0.1', port: 0 });
  photo = await takePhoto();
});
afterAll(async () => {
  expect(shop.failures).toEqual([]);
  await shop.close();
});
beforeEach(async () => {
  shop.setNow(TEST_NOW);
  await shop.deps.db.execute(sql`delete from throttles`);
});

const authorization = (token: string) => ({ authorization: `Bearer ${token}` });
const at = (orderId: number, rest = '') => `${url}/api/user/orders/${orderId}/claim/${rest}`;

async function send(token: string, orderId: number, body: FormData | string, headers: Record<string, string> = {}) {
  const answer = await fetch(at(orderId), { method: 'POST', body, headers: { ...authorization(token), ...headers } });
  return { status: answer.status, body: await answer.json() };
}
const report = (
  token: string,
  orderId: number,
  parts = fillClaim([
    ['text', TEXT],
    ['photo', photo],
  ]),
) => send(token, orderId, parts);

async function get(token: string, orderId: number, rest = '') {
  return fetch(at(orderId, rest), { headers: authorization(token) });
}

/** How many claims and orders there are, and letters about either. */
async function count() {
  const { rows } = await shop.deps.db.execute(sql`
    select (select count(*)::int from claims) as claims, (select count(*)::int from orders) as orders,
      (select count(*)::int from letters where kind like 'claim%' or kind = 'order-to-tie') as letters`);
  return rows[0];
}

describe('POST /api/user/orders/{orderId}/claim/ works', () => {
  test('on the day: takes the claim and sends the same flowers again on the next day, for nothing', async () => {
    const { person, order } = await buyFlowers(shop, { bouquets: ['Tearoom', 'Pier Sorbet'] });
    const sold = await shop.deps.db.execute(sql`select sum(sold)::int as sold from products`);
    const { status, body } = await report(person.access, order.id);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      order: order.id,
      text: TEXT,
      made_at: TEST_NOW.toISOString(),
      on_the_day: true,
      status: 'replaced',
      answer: null,
      answered_at: TEST_NOW.toISOString(),
      replacement: { order: expect.any(Number), delivery_date: '2026-11-17' },
    });
    const { replacement } = body as Claim;
    const path = `/api/user/orders/${replacement?.order}/`;
    const again = (await shop.call('GET', path, { token: person.access })).json();
    expect(again).toEqual({
      ...order,
      id: replacement?.order,
      order_items: order.order_items.map((item) => ({ ...item, id: expect.any(Number), price: 0 })),
      total_cost: 0,
      delivery_fee: 0,
      amount_to_pay: 0,
      delivery_date: '2026-11-17',
      completed_at: TEST_NOW.toISOString(),
      replaces: order.id,
    });
    // It was given, not sold.
    expect(await shop.deps.db.execute(sql`select sum(sold)::int as sold from products`)).toMatchObject({
      rows: sold.rows,
    });
  });

  test('on the day, after the cut-off: promises the day that the delivery rule gives', async () => {
    const { person, order } = await buyFlowers(shop);
    shop.setNow(new Date('2026-11-16T12:00:00Z'));
    const { body } = await report((await signInAgain(person)).access, order.id);
    expect(body).toMatchObject({ status: 'replaced', replacement: { delivery_date: '2026-11-18' } });
  });

  test('a day later: takes it, and leaves the answer to the florist', async () => {
    const { person, order } = await buyFlowers(shop, { day: '2026-11-15' });
    const before = await count();
    const { status, body } = await report(person.access, order.id);
    expect(status).toBe(201);
    expect(body).toMatchObject({ on_the_day: false, status: 'open', answered_at: null, replacement: null });
    expect(await count()).toEqual({
      ...before,
      claims: Number(before?.claims) + 1,
      letters: Number(before?.letters) + 2,
    });
  });

  // In summer London is an hour ahead of UTC: its day begins at 23:00.
  test.each([
    ['2026-06-15T22:59:59Z', '2026-06-15', 'replaced'],
    ['2026-06-15T23:00:00Z', '2026-06-15', 'open'],
    ['2026-06-15T23:00:00Z', '2026-06-16', 'replaced'],
    ['2026-11-16T23:59:59Z', '2026-11-16', 'replaced'],
    ['2026-11-17T00:00:00Z', '2026-11-16', 'open'],
  ])('at %s, for flowers of %s: %s', async (now, day, status) => {
    const { person, order } = await buyFlowers(shop, { day });
    shop.setNow(new Date(now));
    expect(await report((await signInAgain(person)).access, order.id)).toMatchObject({ status: 201, body: { status } });
  });

  test('does not replace a replacement by itself', async () => {
    const { person, order } = await buyFlowers(shop);
    const { body: first } = await report(person.access, order.id);
    shop.setNow(new Date('2026-11-17T09:00:00Z'));
    const { access } = await signInAgain(person);
    const { status, body } = await report(access, first.replacement.order);
    expect([status, body]).toMatchObject([201, { on_the_day: true, status: 'open', replacement: null }]);
    expect(await lettersTo(shop.deps.config.shopEmail)).toContain(
      `They were themselves a replacement, for order ${order.id}.`,
    );
  });

  test.each(['sold_out', 'withdrawn'])('does not promise what is %s', async (status) => {
    const { person, order } = await buyFlowers(shop);
    await shop.deps.db.execute(sql`update products set status = ${status} where name = 'Tearoom'`);
    const { body } = await report(person.access, order.id);
    await shop.deps.db.execute(sql`update products set status = 'on_sale' where name = 'Tearoom'`);
    expect(body).toMatchObject({ on_the_day: true, status: 'open', replacement: null });
    expect(await lettersTo(shop.deps.config.shopEmail)).toContain(
      'Not on sale now, so nothing was sent by itself: Tearoom.',
    );
  });

  test('does not send flowers for money that went back', async () => {
    const { person, order } = await buyFlowers(shop);
    await shop.deps.db.execute(sql`
      insert into payments (order_id, order_version, state, amount_pence, invoice, capture_id, look_again_at, created_at, changed_at, left_as, left_at)
      values (${order.id}, 1, 'captured', 100, 'X', 'CAPTURE1', now(), now(), now(), 'reversed', now())`);
    expect(await report(person.access, order.id)).toMatchObject({ status: 201, body: { status: 'open' } });
  });

  test('asked again, answers with what there is, and nothing happens twice', async () => {
    const { person, order } = await buyFlowers(shop);
    const first = await report(person.access, order.id);
    const before = await count();
    const other = fillClaim([
      ['text', 'Something else'],
      ['photo', await takePhoto('png')],
    ]);
    expect(await report(person.access, order.id, other)).toEqual({ status: 200, body: first.body });
    // Not even a form that cannot be read stands in the way of learning it.
    expect(await report(person.access, order.id, fillClaim([]))).toEqual({ status: 200, body: first.body });
    expect(await count()).toEqual(before);
  });

  test('eight at once make one claim, one replacement and one of each letter', async () => {
    const { person, order } = await buyFlowers(shop);
    const before = await count();
    const answers = await Promise.all(Array.from({ length: 8 }, () => report(person.access, order.id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await count()).toEqual({
      claims: Number(before?.claims) + 1,
      orders: Number(before?.orders) + 1,
      letters: Number(before?.letters) + 2,
    });
  });

  test('takes the parts in any order', async () => {
    const { person, order } = await buyFlowers(shop);
    const form = fillClaim([
      ['photo', photo],
      ['text', `  ${TEXT} `],
    ]);
    expect(await report(person.access, order.id, form)).toMatchObject({ status: 201, body: { text: TEXT } });
  });
});

describe('POST /api/user/orders/{orderId}/claim/ tells', () => {
  test('the buyer the day of the new flowers, and the florist what to tie', async () => {
    const { person, order } = await buyFlowers(shop);
    const { body } = await report(person.access, order.id);
    const id = body.replacement.order;
    const toBuyer = await lettersTo(person.user.email);
    expect(toBuyer).toContain(
      `deliver them on Tuesday 17 November, to the same address and with the same note. There is nothing to pay. It is order ${id}.`,
    );
    expect(toBuyer).toContain(`https://shop.example/history/${id}`);
    expect(toBuyer).toContain('Your statutory rights are not affected.');
    const toShop = await lettersTo(shop.deps.config.shopEmail);
    expect(toShop).toContain(`Order ${id}, for Tuesday 17 November`);
    expect(toShop).toContain(`The flowers of order ${order.id} arrived damaged; these make up for them.`);
    for (const words of [
      '2 × Tearoom (ML-',
      'Nell Whitcombe',
      'With love\n\nfrom us',
      'Nothing to pay',
      `claims photo ${body.id} FILE`,
    ])
      expect(toShop).toContain(words);
  });

  test('the buyer that someone answers, and the florist how', async () => {
    const { person, order } = await buyFlowers(shop, { day: '2026-11-14' });
    const words = '<b>All</b> brown & limp';
    const { body } = await report(
      person.access,
      order.id,
      fillClaim([
        ['text', words],
        ['photo', photo],
      ]),
    );
    const toBuyer = await lettersTo(person.user.email);
    expect(toBuyer).toContain('our florist looks at the photo first and answers you by email.');
    expect(toBuyer).not.toContain('nothing to pay');
    const toShop = await lettersTo(shop.deps.config.shopEmail);
    expect(toShop).toContain('It was reported after that day, Saturday 14 November.');
    expect(toShop).toContain(words);
    expect(toShop).toContain(`npm run desk -- claims answer ${body.id} "your words"`);
  });
});

describe('POST /api/user/orders/{orderId}/claim/ refuses', () => {
  test('before the day of delivery', async () => {
    const { person, order } = await buyFlowers(shop, { day: '2026-11-17' });
    expect(await report(person.access, order.id)).toEqual({ status: 409, body: { detail: EARLY } });
    shop.setNow(new Date('2026-11-16T23:59:59Z'));
    const { access } = await signInAgain(person);
    expect(await report(access, order.id)).toEqual({ status: 409, body: { detail: EARLY } });
    shop.setNow(new Date('2026-11-17T00:00:00Z'));
    expect(await report(access, order.id)).toMatchObject({ status: 201 });
  });

  test.each<[string, [string, string | Buffer][], Record<string, string[]>]>([
    ['nothing at all', [], { text: ['This field is required.'], photo: ['This field is required.'] }],
    ['no photo', [['text', TEXT]], { photo: ['This field is required.'] }],
    [
      'an empty photo',
      [
        ['text', TEXT],
        ['photo', Buffer.alloc(0)],
      ],
      { photo: ['This field is required.'] },
    ],
    ['no text', [['photo', Buffer.from([0xff, 0xd8, 0xff])]], { text: ['This field is required.'] }],
    [
      'a blank text',
      [
        ['text', ' \n'],
        ['photo', Buffer.from([0xff, 0xd8, 0xff])],
      ],
      { text: ['This field may not be blank.'] },
    ],
    [
      'a text too long',
      [
        ['text', 'x'.repeat(301)],
        ['photo', Buffer.from([0xff, 0xd8, 0xff])],
      ],
      { text: ['This must be no more than 300 characters.'] },
    ],
    [
      'a text of a megabyte',
      [
        ['text', 'x'.repeat(1e6)],
        ['photo', Buffer.from([0xff, 0xd8, 0xff])],
      ],
      { text: ['This must be no more than 300 characters.'] },
    ],
    [
      'a text with controls',
      [
        ['text', 'a\u0000b'],
        ['photo', Buffer.from([0xff, 0xd8, 0xff])],
      ],
      { text: ['This holds characters we cannot keep.'] },
    ],
    [
      'a text as a file',
      [
        ['text', Buffer.from(TEXT)],
        ['photo', Buffer.from([0xff, 0xd8, 0xff])],
      ],
      { text: ['This must be text.'] },
    ],
    [
      'a photo as text',
      [
        ['text', TEXT],
        ['photo', 'photo'],
      ],
      { photo: ['Please send a photo as JPEG, PNG, WebP or HEIC.'] },
    ],
    [
      'two texts',
      [
        ['text', TEXT],
        ['text', TEXT],
        ['photo', Buffer.from([0xff, 0xd8, 0xff])],
      ],
      { text: ['This must be text.'] },
    ],
    [
      'two photos',
      [
        ['text', TEXT],
        ['photo', Buffer.from([0xff, 0xd8, 0xff])],
        ['photo', Buffer.from([0xff, 0xd8, 0xff])],
      ],
      { photo: ['Please send a photo as JPEG, PNG, WebP or HEIC.'] },
    ],
    [
      'a field more',
      [
        ['text', TEXT],
        ['photo', Buffer.from([0xff, 0xd8, 0xff])],
        ['status', 'replaced'],
      ],
      { status: ['This cannot be set here.'] },
    ],
    [
      'a file more',
      [
        ['text', TEXT],
        ['photo', Buffer.from([0xff, 0xd8, 0xff])],
        ['other', Buffer.alloc(1e6)],
      ],
      { other: ['This cannot be set here.'] },
    ],
    [
      'many fields more',
      [
        ['a', '1'],
        ['b', '1'],
        ['c', '1'],
        ['d', '1'],
        ['e', '1'],
      ],
      { non_field_errors: ['Please send one photo and one line of text, and nothing else.'] },
    ],
    [
      'a name out of the ordinary',
      [['__proto__', 'x']],
      { non_field_errors: ['Please send one photo and one line of text, and nothing else.'] },
    ],
  ])('%s', async (_what, parts, fields) => {
    const { person, order } = await buyFlowers(shop);
    const before = await count();
    expect(await report(person.access, order.id, fillClaim(parts))).toEqual({ status: 400, body: fields });
    expect(await count()).toEqual(before);
  });

  test('a photo above ten megabytes, by what it says and by what it is', async () => {
    const { person, order } = await buyFlowers(shop);
    const huge = Buffer.concat([photo, Buffer.alloc(10 * 1024 * 1024 - photo.length + 1)]);
    const refusal = { photo: ['This photo is too large. Please send one of at most 10 MB.'] };
    expect(
      await report(
        person.access,
        order.id,
        fillClaim([
          ['text', TEXT],
          ['photo', huge],
        ]),
      ),
    ).toEqual({ status: 413, body: refusal });
    const larger = fillClaim([
      ['text', TEXT],
      ['photo', Buffer.alloc(11 * 1024 * 1024)],
    ]);
    expect(await report(person.access, order.id, larger)).toEqual({ status: 413, body: refusal });
    // To the byte.
    const largest = fillClaim([
      ['text', TEXT],
      ['photo', huge.subarray(0, -1)],
    ]);
    expect(await report(person.access, order.id, largest)).toMatchObject({ status: 201 });
  });

  test.each([
    ['application/json', '{"text":"x"}'],
    ['application/x-www-form-urlencoded', 'text=x'],
    ['text/plain', 'x'],
    ['image/jpeg', 'x'],
    ['nonsense', 'x'],
  ])('what comes as %s', async (type, body) => {
    const { person, order } = await buyFlowers(shop);
    const answer = await send(person.access, order.id, body, { 'content-type': type });
    expect(answer.status).toBe(415);
    expect(Object.keys(answer.body)).toEqual(['detail']);
  });

  test.each([
    ['no boundary', 'multipart/form-data', 'x'],
    ['no such boundary', 'multipart/form-data; boundary=abc', 'x'.repeat(1000)],
    [
      'an end that never comes',
      'multipart/form-data; boundary=abc',
      '--abc\r\nContent-Disposition: form-data; name="photo"; filename="x"\r\n\r\nxyz',
    ],
    ['a part without a name', 'multipart/form-data; boundary=abc', '--abc\r\n\r\nxyz\r\n--abc--\r\n'],
    [
      'bad JSON in a part',
      'multipart/form-data; boundary=abc',
      '--abc\r\nContent-Disposition: form-data; name="text"\r\nContent-Type: application/json\r\n\r\n{\r\n--abc--\r\n',
    ],
  ])('a form with %s', async (_what, type, body) => {
    const { person, order } = await buyFlowers(shop);
    const answer = await send(person.access, order.id, body, { 'content-type': type });
    expect(answer.status).toBe(400);
    expect(Object.values(answer.body as Record<string, string[]>).flat().length).toBeGreaterThan(0);
  });

  test('more than twenty in an hour', async () => {
    const { person, order } = await buyFlowers(shop);
    const statuses = [];
    for (let time = 0; time < 21; time++) statuses.push((await report(person.access, order.id, fillClaim([]))).status);
    expect(statuses).toEqual([...Array(20).fill(400), 429]);
  });

  test('a cart', async () => {
    const { person } = await buyFlowers(shop);
    const cart = await shop.call('POST', '/api/user/orders/', {
      token: person.access,
      body: { order_items: [{ product: (await shop.get('/api/products/?limit=1')).json()[0].id }] },
    });
    expect(await report(person.access, cart.json().id)).toEqual({ status: 404, body: { detail: 'Not found.' } });
  });
});

describe('POST /api/user/orders/{orderId}/claim/ protects', () => {
  test('against an upload that breaks off: nothing stays behind', async () => {
    const { person, order } = await buyFlowers(shop);
    const before = await count();
    const { body, headers } = await writeForm(
      fillClaim([
        ['text', TEXT],
        ['photo', Buffer.concat([photo, Buffer.alloc(1e6)])],
      ]),
    );
    for (const length of [1, 200, 5_000, body.length - 10]) {
      await new Promise<void>((resolve) => {
        const sending = request(at(order.id), {
          method: 'POST',
          headers: { ...headers, ...authorization(person.access), 'content-length': String(body.length) },
        });
        sending.on('error', () => resolve());
        sending.write(body.subarray(0, length), () => setTimeout(() => sending.destroy(), 50));
      });
    }
    await expect.poll(count, { timeout: 10_000 }).toEqual(before);
    expect(shop.failures).toEqual([]);
    // And there is room for the next try.
    expect(await report(person.access, order.id)).toMatchObject({ status: 201 });
  });

  test('someone whose answer is lost: however it went, the next try makes it one claim', async () => {
    const { person, order } = await buyFlowers(shop);
    const before = await count();
    const { body, headers } = await writeForm(
      fillClaim([
        ['text', TEXT],
        ['photo', photo],
      ]),
    );
    for (const patience of [0, 5, 10, 20, 40]) {
      await new Promise<void>((resolve) => {
        const sending = request(at(order.id), {
          method: 'POST',
          headers: { ...headers, ...authorization(person.access) },
        });
        sending.on('error', () => resolve());
        sending.on('response', () => resolve());
        sending.end(body, () => setTimeout(() => sending.destroy(), patience));
      });
    }
    const { status, body: claim } = await report(person.access, order.id);
    expect([200, 201]).toContain(status);
    expect(await (await get(person.access, order.id)).json()).toEqual(claim);
    expect(await count()).toEqual({
      claims: Number(before?.claims) + 1,
      orders: Number(before?.orders) + 1,
      letters: Number(before?.letters) + 2,
    });
  });

  test('the places of others, when an upload has no end', async () => {
    const { person, order } = await buyFlowers(shop);
    const { headers } = await writeForm(fillClaim([['photo', photo]]));
    const boundary = String(headers['content-type']).split('boundary=')[1];
    const { 'content-length': _unknown, ...chunked } = headers;
    const sending = request(at(order.id), { method: 'POST', headers: { ...chunked, ...authorization(person.access) } });
    sending.on('error', () => {});
    const answered = new Promise<number>((resolve) =>
      sending.on('response', ({ statusCode }) => resolve(statusCode ?? 0)),
    );
    const cut = new Promise<void>((resolve) => sending.on('close', () => resolve()));
    sending.write(`--${boundary}\r\ncontent-disposition: form-data; name="photo"; filename="x.jpg"\r\n\r\n`);
    sending.write(photo);
    // Not faster than the answer can be read: whoever is cut off in mid-word loses what they have not read yet.
    const more = setInterval(() => sending.write(Buffer.alloc(128 * 1024)), 5);
    expect(await answered).toBe(413);
    await cut;
    clearInterval(more);
    expect((await report(person.access, order.id)).status).toBe(201);
  });

  test('the places of others, when a form is whole and one of its parts has no end', async () => {
    const { person, order } = await buyFlowers(shop);
    const part = (name: string) => `--b\r\ncontent-disposition: form-data; name=${name}\r\n\r\n`;
    // Nothing parts the photo from what follows it: the parser is still waiting when everything has come.
    const form = `${part('"photo"; filename="a.jpg"')}${part('"text"')}Broken\r\n--b--\r\n`;
    const type = { 'content-type': 'multipart/form-data; boundary=b' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(person.access, order.id, form, type)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(400));
    expect((await report(person.access, order.id)).status).toBe(201);
  });

  test.each([1, 3, 4, 5, 8])('the shop, when a form of %i parts breaks off in the last', async (parts) => {
    const { person, order } = await buyFlowers(shop);
    const part = (number: number) => `--b\r\ncontent-disposition: form-data; name="p${number}"\r\n\r\nBroken`;
    const form = Array.from({ length: parts }, (_, number) => part(number)).join('\r\n');
    const type = { 'content-type': 'multipart/form-data; boundary=b' };
    expect((await send(person.access, order.id, form, type)).status).toBe(400);
    expect((await report(person.access, order.id)).status).toBe(201);
  });

  test('the places of others, when senders leave before anything of theirs is read', async () => {
    const { person, order } = await buyFlowers(shop);
    const { body, headers } = await writeForm(fillClaim([['photo', photo]]));
    await shop.deps.db.transaction(async (tx) => {
      // Everyone waits to be counted, and meanwhile loses the connection.
      await tx.execute(sql`lock table throttles in access exclusive mode`);
      const leaving = Array.from({ length: 8 }, () => {
        const sending = request(at(order.id), {
          method: 'POST',
          headers: { ...headers, ...authorization(person.access) },
        });
        sending.on('error', () => {});
        sending.end(body);
        return sending;
      });
      const waiting = async () =>
        (await tx.execute(sql`select 1 from pg_locks where not granted and relation = 'throttles'::regclass`)).rows
          .length;
      await expect.poll(waiting, { timeout: 10_000 }).toBe(8);
      for (const sending of leaving) sending.destroy();
      await new Promise((resolve) => setTimeout(resolve, 100));
    });
    const tried = async () => {
      await shop.deps.db.execute(sql`delete from throttles`);
      return (await report(person.access, order.id, fillClaim([]))).status;
    };
    await expect.poll(tried, { timeout: 10_000 }).toBe(400);
    expect(await Promise.all([tried(), tried(), tried(), tried()])).toEqual([400, 400, 400, 400]);
  });

  test('the memory of the shop: eight uploads at once, and more are told to come back', async () => {
    const { person, order } = await buyFlowers(shop);
    const { body, headers } = await writeForm(
      fillClaim([
        ['text', TEXT],
        ['photo', photo],
      ]),
    );
    const slow = Array.from({ length: 8 }, () => {
      const sending = request(at(order.id), {
        method: 'POST',
        headers: { ...headers, ...authorization(person.access), 'content-length': String(body.length) },
      });
      sending.on('error', () => {});
      sending.write(body.subarray(0, 300));
      return sending;
    });
    const tried = async () => {
      await shop.deps.db.execute(sql`delete from throttles`);
      return (await report(person.access, order.id, fillClaim([]))).status;
    };
    await expect.poll(tried, { timeout: 10_000 }).toBe(503);
    for (const sending of slow) sending.destroy();
    await expect.poll(tried, { timeout: 10_000 }).toBe(400);
  });

  test("nobody else's order is there", async () => {
    const { order } = await buyFlowers(shop);
    const { access } = await registerSomeone(shop);
    const none = { status: 404, body: { detail: 'Not found.' } };
    expect(await report(access, order.id)).toEqual(none);
    expect(await report(access, 2_147_483_647)).toEqual(none);
  });
});

describe('GET /api/user/orders/{orderId}/claim/', () => {
  test('tells its owner what was said and what came of it, and nobody else', async () => {
    const { person, order } = await buyFlowers(shop);
    expect((await get(person.access, order.id)).status).toBe(404);
    const { body } = await report(person.access, order.id);
    expect(await (await get(person.access, order.id)).json()).toEqual(body);
    const { access } = await registerSomeone(shop);
    for (const rest of ['', 'photo/']) {
      const answer = await get(access, order.id, rest);
      expect([answer.status, await answer.json()]).toEqual([404, { detail: 'Not found.' }]);
    }
  });

  test('shows the photo to its owner, for nobody to keep', async () => {
    const { person, order } = await buyFlowers(shop);
    await report(person.access, order.id);
    const answer = await get(person.access, order.id, 'photo/');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'no-store',
      'content-disposition': 'inline; filename="photo.jpg"',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(Buffer.from(await answer.arrayBuffer()).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  });
});

async function signInAgain({ user }: { user: { email: string } }) {
  return logInAgain(shop, user.email);
}

async function lettersTo(address: string): Promise<string> {
  await shop.doJobs();
  return shop.letters().findLast(({ to }) => to === address)?.text ?? '';
}
