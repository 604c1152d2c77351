import { request } from 'node:http';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '#server/platform/database/drizzle.ts';
import { buyFlowers, fillClaim, receiveFlowers, writeForm } from '#server/testing/claims.ts';
import { openClaims, TEXT } from '#server/testing/open-claims.ts';
import { registerSomeone } from '#server/testing/people.ts';
import { TEST_NOW } from '#server/testing/test-shop.ts';
import { decodeInChild } from './decode-in-child.ts';

const { shop, photo, authorization, at, send, report, get, count } = await openClaims({
  overrides: { decodePhoto: decodeInChild },
});

afterAll(async () => {
  expect(shop.failures).toEqual([]);
  await shop.close();
});
beforeEach(async () => {
  shop.setNow(TEST_NOW);
  await shop.deps.db.execute(sql`delete from throttles`);
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
    await expect.poll(count).toEqual(before);
    expect(shop.failures).toEqual([]);
    // And there is room for the next try.
    expect(await report(person.access, order.id)).toMatchObject({ status: 201 });
  });

  test('someone whose answer is lost: however it went, the next try makes it one claim', async () => {
    const { person, order } = await receiveFlowers(shop);
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
    // Of one person one alone is counted at a time.
    const others: Awaited<ReturnType<typeof buyFlowers>>[] = [];
    for (let count = 0; count < 8; count++) others.push(await buyFlowers(shop));
    const { body, headers } = await writeForm(fillClaim([['photo', photo]]));
    await shop.deps.db.transaction(async (tx) => {
      // Everyone waits to be counted, and meanwhile loses the connection.
      await tx.execute(sql`lock table throttles in access exclusive mode`);
      const leaving = others.map((other) => {
        const sending = request(at(other.order.id), {
          method: 'POST',
          headers: { ...headers, ...authorization(other.person.access) },
        });
        sending.on('error', () => {});
        sending.end(body);
        return sending;
      });
      const waiting = async () =>
        (await tx.execute(sql`select 1 from pg_locks where not granted and relation = 'throttles'::regclass`)).rows
          .length;
      // One of them waits before the pool, whose connections are shared.
      await expect.poll(waiting).toBe(7);
      for (const sending of leaving) sending.destroy();
      await new Promise((resolve) => setTimeout(resolve, 100));
    });
    const tried = async () => {
      await shop.deps.db.execute(sql`delete from throttles`);
      return (await report(person.access, order.id, fillClaim([]))).status;
    };
    await expect.poll(tried).toBe(400);
    expect(await Promise.all([tried(), tried(), tried(), tried()])).toEqual([400, 400, 400, 400]);
  });

  test('the places of others: one person sends many photos slowly, and another still reports theirs', async () => {
    const slow = await sendSlowly(12);
    const { person, order } = await buyFlowers(shop);
    expect(await report(person.access, order.id)).toMatchObject({ status: 201 });
    for (const sending of slow) sending.destroy();
  });

  test.skipIf(process.platform !== 'linux')(
    'the places of others: all of them are taken by lines that stand still, and one makes room',
    async () => {
      const slow = [];
      for (const network of ['127.0.0.1', '127.0.0.1', '127.0.0.2', '127.0.0.2'])
        slow.push(...(await sendSlowly(2, network)));
      const cut = slow.map((sending) => new Promise((resolve) => sending.on('response', resolve)));
      const { person, order } = await buyFlowers(shop);
      expect(await report(person.access, order.id)).toMatchObject({ status: 201 });
      expect(await Promise.race(cut)).toMatchObject({ statusCode: 503 });
      for (const sending of slow) sending.destroy();
    },
  );

  /** Uploads of one person that have begun, and do not go on. */
  async function sendSlowly(count: number, localAddress = '127.0.0.1') {
    const { person, order } = await buyFlowers(shop);
    const { body, headers } = await writeForm(fillClaim([['photo', photo]]));
    await shop.deps.db.execute(sql`delete from throttles`);
    const slow = Array.from({ length: count }, () => {
      const sending = request(at(order.id), {
        method: 'POST',
        localAddress,
        headers: { ...headers, ...authorization(person.access), 'content-length': String(body.length) },
      });
      sending.on('error', () => {});
      sending.write(body.subarray(0, 300));
      return sending;
    });
    // Each is counted before it is read, and forgotten after three minutes more.
    const counted = async () => {
      const { rows } = await shop.deps.db.execute(
        sql`select extract(epoch from max(full_at) - ${TEST_NOW}::timestamptz)::int / 180 as count from throttles`,
      );
      return rows[0]?.count;
    };
    await expect.poll(counted).toBe(count);
    return slow;
  }

  test("nobody else's order is there", async () => {
    const { order } = await buyFlowers(shop);
    const { access } = await registerSomeone(shop);
    const none = { status: 404, body: { detail: 'Not found.' } };
    expect(await report(access, order.id)).toEqual(none);
    expect(await report(access, 2_147_483_647)).toEqual(none);
  });
});
