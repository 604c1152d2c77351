import { randomBytes } from 'node:crypto';
import type { Registered, SignedIn, Tokens } from '#contract/accounts.ts';
import type { Order } from '#contract/orders.ts';
import type { CreatedPayment, PaymentStatus } from '#contract/payments.ts';
import { loadSharp } from '#server/catalogue/load-sharp.ts';
import type { HttpClient } from '../http-client.ts';
import { PASSWORD } from '../member.ts';
import type { TestEnvironment } from '../test-environment.ts';

/** Someone whose every word is markup, and where it is to be seen. */
export type Planted = { tokens: Tokens; orderId: number; product: number; words: string; email: string };

const RUN = randomBytes(3).toString('hex');
let count = 0;

/** Writes the words into every field that a customer can fill, along the whole way from the first to the last. */
export async function plant(
  place: TestEnvironment,
  asker: HttpClient,
  words: string,
  product: number,
): Promise<Planted> {
  const number = ++count;
  // Quotes and braces are all that an address takes of it.
  const email = `'ml=1'{{ml=1}}\${ml=1}.${RUN}.${number}@example.org`;
  const names = { username: `${words}${RUN}${number}`, email, first_name: words, last_name: words };
  let access = '';
  const send = async (method: string, path: string, body: string | Buffer, type: string) =>
    asker.ask({
      ...{ method, path, body },
      headers: {
        ...(body.length > 0 && { 'content-type': type }),
        ...(access && { authorization: `Bearer ${access}` }),
        'x-forwarded-for': `10.63.${number >> 8}.${number & 255}`,
        // What a browser calls itself is shown in the list of devices.
        'user-agent': words,
      },
    });
  const tell = async <T>(method: string, path: string, body?: object): Promise<T> =>
    take<T>(path, await send(method, path, body ? JSON.stringify(body) : '', 'application/json'));

  ({ access } = await tell<Registered>('POST', '/api/user/register/', {
    ...names,
    password1: PASSWORD,
    password2: PASSWORD,
  }));
  await place.query('update users set email_confirmed_at = now() where email = $1', [email]);
  const bought = await buy({ place, tell, words, product });
  await place.query("update orders set delivery_date = (now() - interval '1 day')::date where id = $1", [bought.id]);
  await tell('PUT', `/api/user/reviews/${product}/`, { rating: 5, text: `${words}\n${words}` });
  const form = await writeClaim(words);
  const claim = `/api/user/orders/${bought.id}/claim/`;
  take(claim, await send('POST', claim, form, 'multipart/form-data; boundary=b'));
  await tell('POST', '/api/user/profile/email/', { password: PASSWORD, email: `new.${email}` });
  // A cart as well, with a note in it.
  const cart = await tell<Order>('POST', '/api/user/orders/', { order_items: [{ product, quantity: 1 }] });
  await tell('PATCH', `/api/user/orders/${cart.id}/update-text/`, { text: words });
  access = '';
  const tokens = await tell<SignedIn>('POST', '/api/user/login/', { email, password: PASSWORD });
  return { tokens, orderId: bought.id, product, words, email };
}

type Tell = <T>(method: string, path: string, body?: object) => Promise<T>;
type Purchase = { place: TestEnvironment; tell: Tell; words: string; product: number };

async function buy({ place, tell, words, product }: Purchase): Promise<Order> {
  const { id, total_cost } = await tell<Order>('POST', '/api/user/orders/', {
    order_items: [{ product, quantity: 1 }],
  });
  const address = await tell<{ id: number }>('POST', '/api/user/profile/address/', {
    ...{ city: words, street_address: words, apartment_address: words, recipient_name: words },
    ...{ phone: words.slice(0, 30), postal_code: words.slice(0, 20) },
  });
  await tell('PATCH', `/api/user/orders/${id}/update-shipping-address/`, { shipping_address: address.id });
  await tell('PATCH', `/api/user/orders/${id}/update-text/`, { text: words });
  const wanted = { amount: total_cost.toFixed(2), order_id: id };
  const opened = await tell<CreatedPayment>('POST', '/api/user/payments/paypal/create-order/', wanted);
  await place.provider.approve(opened.id);
  const approved = { order_id: id, paypal_order_id: opened.id };
  const paid = await tell<PaymentStatus>('POST', '/api/user/payments/paypal/capture-order/', approved);
  if (paid.state !== 'paid') throw new Error(`An order was not paid for: ${JSON.stringify(paid)}`);
  return tell<Order>('GET', `/api/user/orders/${id}/`);
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

function take<T>(path: string, { status, text }: { status: number; text: string }): T {
  if (status >= 300) throw new Error(`${path} was answered ${status}: ${text.slice(0, 300)}`);
  return JSON.parse(text || 'null') as T;
}
