import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessions, users } from '#server/features/accounts/table.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { buyFlowers } from '#server/testing/claims.ts';
import { registerSomeone } from '#server/testing/people.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;

beforeAll(async () => {
  shop = await openTestShop();
  await shop.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => shop.close());

/** Sends the head and half of the body, lets something happen, waits, and sends the rest. */
async function sendSlowly(
  access: string,
  { line, type, bytes }: { line: string; type: string; bytes: string },
  meanwhile: () => Promise<unknown>,
): Promise<string> {
  const { port } = shop.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const head = [
    `${line} HTTP/1.1`,
    'host: 127.0.0.1',
    'connection: close',
    `authorization: Bearer ${access}`,
    `content-type: ${type}`,
    `content-length: ${Buffer.byteLength(bytes)}`,
  ].join('\r\n');
  socket.write(`${head}\r\n\r\n${bytes.slice(0, 5)}`);
  await sleep(300);
  await meanwhile();
  await sleep(1_000);
  socket.write(bytes.slice(5));
  return text(socket);
}

const rename = (first_name: string) => ({
  line: 'PATCH /api/user/profile/',
  type: 'application/json',
  bytes: JSON.stringify({ first_name }),
});
const claim = (orderId: number) => ({
  line: `POST /api/user/orders/${orderId}/claim/`,
  type: 'multipart/form-data; boundary=x',
  bytes: `--x\r\ncontent-disposition: form-data; name="photo"; filename="a.png"\r\n\r\nno photo\r\n--x--\r\n`,
});

const nameOf = async (id: number) =>
  (await shop.deps.db.select({ name: users.firstName }).from(users).where(eq(users.id, id)))[0]?.name;

test('what is sent slowly by somebody whose session lasts is done', async () => {
  const ada = await registerSomeone(shop);
  expect(await sendSlowly(ada.access, rename('Slow'), async () => {})).toMatch(/^HTTP\/1\.1 200 /);
  expect(await nameOf(ada.user.id)).toBe('Slow');
});

test('what was begun before a session ended and sent to its end afterwards is refused', async () => {
  const ada = await registerSomeone(shop);
  const before = await nameOf(ada.user.id);
  const endSessions = () => shop.deps.db.delete(sessions).where(eq(sessions.userId, ada.user.id));
  expect(await sendSlowly(ada.access, rename('Mallory'), endSessions)).toMatch(/^HTTP\/1\.1 401 /);
  expect(await nameOf(ada.user.id)).toBe(before);
});

test('a form with a photo is refused as well, before a word is said about the photo', async () => {
  const { person, order } = await buyFlowers(shop);
  expect(await sendSlowly(person.access, claim(order.id), async () => {})).toMatch(/^HTTP\/1\.1 400 /);
  const endSessions = () => shop.deps.db.delete(sessions).where(eq(sessions.userId, person.user.id));
  expect(await sendSlowly(person.access, claim(order.id), endSessions)).toMatch(/^HTTP\/1\.1 401 /);
});
