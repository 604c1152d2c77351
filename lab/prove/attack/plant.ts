import { randomBytes } from 'node:crypto';
import type { Tokens } from '#contract/accounts.ts';
import { loadSharp } from '#server/features/catalogue/pictures/load-sharp.ts';
import { createCustomer, PASSWORD } from '../../rig/customer.ts';
import { type HttpClient, requireStatus } from '../../rig/http-client.ts';
import { deliverYesterday, type TestEnvironment } from '../test-environment.ts';

/** A customer whose every text is markup, and where it is to be seen. */
export type Planted = { tokens: Tokens; orderId: number; product: number; words: string; email: string };

const RUN = randomBytes(3).toString('hex');
let count = 0;

/** Writes the words into every field that a customer can fill, from the registration to the complaint. */
export async function plant(
  env: TestEnvironment,
  client: HttpClient,
  words: string,
  product: number,
): Promise<Planted> {
  const number = ++count;
  // Of the markup an e-mail address may have only quotes and braces.
  const email = `'ml=1'{{ml=1}}\${ml=1}.${RUN}.${number}@example.org`;
  const form = { username: `${words}${RUN}${number}`, email, first_name: words, last_name: words };
  // What a browser calls itself is shown in the list of devices.
  const customer = await createCustomer(client, { form, headers: { 'user-agent': words } });
  await env.query('update users set email_confirmed_at = now() where email = $1', [email]);
  const address = await customer.addAddress({
    city: words,
    street_address: words,
    apartment_address: words,
    recipient_name: words,
    // Neither a phone number nor a postcode can be markup: the shop refuses both.
  });
  const orderId = await customer.buy(env.provider, { product, address, note: words });
  await deliverYesterday(env, orderId);
  await customer.call(200, 'PUT', `/api/user/reviews/${product}/`, { rating: 5, text: `${words}\n${words}` });
  const path = `/api/user/orders/${orderId}/claim/`;
  const type = { 'content-type': 'multipart/form-data; boundary=b' };
  requireStatus(201, { path }, await customer.send('POST', path, await writeClaim(words), type));
  await customer.call(200, 'POST', '/api/user/profile/email/', { password: PASSWORD, email: `new.${email}` });
  // A cart as well, with a note in it.
  const cart = await customer.startCart(product);
  await customer.writeNote(cart.id, words);
  await customer.logIn();
  return { tokens: customer.tokens(), orderId, product, words, email };
}

async function writeClaim(words: string): Promise<Buffer> {
  const sharp = await loadSharp();
  const photo = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#c60' } })
    .jpeg()
    .toBuffer();
  const part = (name: string, more = '') => `--b\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`;
  const file = `; filename="${words.replaceAll('"', '%22')}.jpg"`;
  return Buffer.concat([
    Buffer.from(`${part('text')}${words}\r\n${part('photo', file)}`),
    photo,
    Buffer.from('\r\n--b--\r\n'),
  ]);
}
