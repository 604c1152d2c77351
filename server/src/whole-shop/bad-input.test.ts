import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BadInput } from '#contract/errors.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { fillCart, productId } from '#server/testing/carts.ts';
import { buyFlowers } from '#server/testing/claims.ts';
import { judgeReply } from '#server/testing/hostile-input/judge-reply.ts';
import { type HostileRequest, makeRequest } from '#server/testing/hostile-input/make-request.ts';
import { type Document, listOperations, type Operation } from '#server/testing/hostile-input/read-document.ts';
import { registerSomeone } from '#server/testing/people.ts';
import { createRandom } from '#server/testing/random.ts';
import { sampler } from '#server/testing/sample.ts';
import { employ } from '#server/testing/staff.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
let document: Document;
let operations: Operation[];
/** Somebody who may do everything at the desk. */
let owner: Awaited<ReturnType<typeof employ>>;
/** Other input in each run; a failure names it. */
const seed = randomInt(2 ** 31);

beforeAll(async () => {
  shop = await openTestShop();
  document = (await shop.get('/api/docs/json')).json();
  operations = listOperations(document);
  owner = await employ(shop);
});
afterAll(() => shop.close());

const isOfDesk = (path: string): boolean => path.startsWith('/api/desk/');

type Account = Parameters<typeof makeRequest>[3];
type Sent = { request: HostileRequest; status: number; told: string };

/** Sends so many requests to an operation, each wrong in that part, and checks that the API document allows each reply. */
async function* sendWrong(operation: Operation, account: Account, part: 'body' | 'path', count: number) {
  for (let number = 0; number < count; number++) {
    if (number % 20 === 0) await shop.deps.db.execute(sql`delete from throttles`);
    const random = createRandom(`${seed} ${operation.method} ${operation.path} ${number}`);
    const kind = random.oneOf(['one thing wrong', 'hostile'] as const);
    const request = makeRequest(random, document, operation, account, kind, part);
    const { method, path, headers, body } = request;
    // A session that was logged out could not be used for the requests that follow.
    if (path.includes('logout')) delete headers.authorization;
    if (isOfDesk(path) && !path.includes('sign-out')) Object.assign(headers, owner.headers);
    const answer = await shop.app.inject({ method: method as 'POST', url: path, headers, payload: body });
    const told = `seed ${seed}: ${method} ${path} ${body?.toString().slice(0, 200)} → ${answer.statusCode} ${answer.body.slice(0, 200)}`;
    const reply = { status: answer.statusCode, text: answer.body, headers: answer.headers };
    expect(judgeReply(operation, reply, typeof body === 'string' ? body : undefined), told).toBeUndefined();
    expect(answer.statusCode, told).toBeLessThan(500);
    if (answer.statusCode >= 400) expect(BadInput.safeParse(answer.json()).success, told).toBe(true);
    yield { request, status: answer.statusCode, told } satisfies Sent;
  }
}

/** Sends wrong bodies to so many calls. Forms have a test of their own, below. */
async function sendWrongBodies(isOurs: (path: string) => boolean): Promise<void> {
  const someone = await registerSomeone(shop);
  // Where a cart, an order or a bouquet is named, a real one: otherwise the body would not be looked at.
  const product = await productId(shop, 'Tearoom');
  const { order: paid } = await buyFlowers(shop, { owner: someone, day: '2026-11-20' });
  const cart = await fillCart(shop, someone, [{ product }]);
  const known = { orderId: [cart.id, paid.id], itemId: cart.order_items.map(({ id }) => id), productId: [product] };
  const asked = new Set<string>();
  for (const operation of operations.filter(({ path, body, isForm }) => isOurs(path) && body && !isForm)) {
    for await (const { request } of sendWrong(
      operation,
      { access: someone.access, known },
      'body',
      sampler.times(20, 120),
    ))
      asked.add(JSON.stringify(request));
  }
  expect(shop.failures).toEqual([]);
  expect(asked.size).toBeGreaterThan(sampler.times(30, 500));
  expect((await shop.call('GET', '/api/user/profile/', { token: someone.access })).status).toBe(200);
}

async function sendWrongAddresses(isOurs: (path: string) => boolean): Promise<void> {
  const { access } = await registerSomeone(shop);
  for (const operation of operations.filter(({ path }) => isOurs(path) && path.includes('{'))) {
    for await (const { status, told } of sendWrong(operation, { access, known: {} }, 'path', sampler.times(20, 60)))
      expect([200, 400, 404], told).toContain(status);
  }
  expect(shop.failures).toEqual([]);
}

describe('bad input', () => {
  test('anywhere in a body is answered with a documented refusal that says why, and never with 500', {
    tags: 'G25',
  }, async () => {
    await sendWrongBodies((path) => !isOfDesk(path));
  });

  test('anywhere in a form is answered the same way', async () => {
    const { person, order } = await buyFlowers(shop);
    const account = { access: person.access, known: { orderId: [order.id] } };
    const forms = operations.filter(({ isForm }) => isForm);
    expect(forms.map(({ path }) => path)).toEqual(['/api/user/orders/{orderId}/claim/', '/api/desk/catalogue/photos/']);
    let asked = 0;
    for (const operation of forms) {
      for await (const { status, told } of sendWrong(operation, account, 'body', sampler.times(20, 200))) {
        expect(status, told).toBe(400);
        asked++;
      }
    }
    expect(shop.failures).toEqual([]);
    expect(asked).toBeGreaterThan(sampler.times(20, 100));
  });

  test('of another form than JSON is 415, whatever JSON call it is sent to', { tags: 'G25' }, async () => {
    const { access } = await registerSomeone(shop);
    const calls = operations.filter(({ body }) => body);
    expect(calls.length).toBeGreaterThan(80);
    for (const { method, path } of sampler.pick(12, calls)) {
      await shop.deps.db.execute(sql`delete from throttles`);
      for (const type of ['text/plain', 'text/plain;charset=UTF-8', 'application/x-www-form-urlencoded', 'text/xml']) {
        const answer = await shop.app.inject({
          method: method as 'POST',
          url: path.replaceAll(/\{\w+\}/g, '1'),
          headers: { authorization: `Bearer ${access}`, ...(isOfDesk(path) && owner.headers), 'content-type': type },
          payload: JSON.stringify({ text: 'tulips' }),
        });
        const told = `${method} ${path} as ${type}`;
        expect([told, answer.statusCode, answer.json()]).toEqual([told, 415, { detail: 'We only take JSON here.' }]);
      }
    }
    expect(shop.failures).toEqual([]);
  });

  test('in an address is answered 400 or 404, and never with 500', { tags: 'G25' }, async () => {
    await sendWrongAddresses((path) => !isOfDesk(path));
  });

  test('in an address at the desk is answered the same way', async () => {
    await sendWrongAddresses(isOfDesk);
  });

  // The last: what is accepted here changes the shop, and a bouquet may be sold out afterwards.
  test('anywhere in a body at the desk is answered the same way', async () => {
    await sendWrongBodies(isOfDesk);
  });
});
