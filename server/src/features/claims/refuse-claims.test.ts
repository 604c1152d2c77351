import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '#server/platform/database/drizzle.ts';
import { buyFlowers, fillClaim } from '#server/testing/claims.ts';
import { openClaims, TEXT } from '#server/testing/open-claims.ts';
import { logInAgain } from '#server/testing/people.ts';
import { TEST_NOW } from '#server/testing/test-shop.ts';

const EARLY = 'You can report damaged flowers from the day of delivery on.';

const { shop, photo, send, report, count } = await openClaims();

afterAll(async () => {
  expect(shop.failures).toEqual([]);
  await shop.close();
});
beforeEach(async () => {
  shop.setNow(TEST_NOW);
  await shop.deps.db.execute(sql`delete from throttles`);
});

describe('POST /api/user/orders/{orderId}/claim/ refuses', () => {
  test('before the day of delivery', { tags: 'G15' }, async () => {
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

async function signInAgain({ user }: { user: { email: string } }) {
  return logInAgain(shop, user.email);
}
