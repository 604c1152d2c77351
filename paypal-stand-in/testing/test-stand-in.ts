import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Rule } from '../faults/fault-rules.ts';
import type { Settings } from '../settings.ts';
import { startStandIn } from '../start-stand-in.ts';
import type { Movement } from '../store/records.ts';
import { openSigningKey } from '../webhooks/signing-key.ts';

type Answer = { status: number; body: Record<string, unknown> & { id: string }; headers: Headers };
type Extra = { headers?: Record<string, string>; token?: string };

/** A client of the API at some URL, as a shop is one. */
export async function makeClient(url: string, credentials = 'stand-in-client:stand-in-secret') {
  const token = await requestToken(url, credentials);

  async function call(
    method: string,
    path: string,
    body?: unknown,
    { headers = {}, ...extra }: Extra = {},
  ): Promise<Answer> {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${extra.token ?? token}`, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text), headers: response.headers };
  }

  return {
    url,
    token,
    call,
    create: (body: unknown, headers = {}) => call('POST', '/v2/checkout/orders', body, { headers }),
    find: (id: string) => call('GET', `/v2/checkout/orders/${id}`),
    approve: (token: string, choice = {}) => call('POST', '/standin/approve', { token, ...choice }),
    capture: (id: string, requestId?: string) =>
      call(
        'POST',
        `/v2/checkout/orders/${id}/capture`,
        {},
        {
          headers: { prefer: 'return=representation', ...(requestId && { 'paypal-request-id': requestId }) },
        },
      ),
    refund: (id: string, body: object = {}, headers = {}) =>
      call('POST', `/v2/payments/captures/${id}/refund`, body, { headers }),
    advance: (advance_seconds: number) => call('POST', '/standin/clock', { advance_seconds }),
    setFaults: (...rules: Rule[]) => call('POST', '/standin/faults', { clear: true, rules }),
    // A list, although every other body is an object.
    ledger: async () => (await call('GET', '/standin/ledger')).body as unknown as Movement[],
  };
}

export type Client = Awaited<ReturnType<typeof makeClient>>;

async function requestToken(url: string, credentials: string): Promise<string> {
  const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
  const body = new URLSearchParams({ grant_type: 'client_credentials' });
  const response = await fetch(`${url}/v1/oauth2/token`, { method: 'POST', headers: { authorization }, body });
  return ((await response.json()) as { access_token: string }).access_token;
}

/** Where a sync costs nothing: the stand-in waits for one after each change. */
const FOLDERS = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

let signingKey: { name: string; content: Buffer }[] | undefined;

/** One key for all stand-ins of a process: to make one takes a quarter of a second of the processor. */
function giveSigningKey(folder: string): void {
  for (const { name, content } of signingKey ?? []) writeFileSync(join(folder, name), content);
  if (signingKey) return;
  openSigningKey(folder);
  signingKey = readdirSync(folder).map((name) => ({ name, content: readFileSync(join(folder, name)) }));
}

/** A stand-in with a store of its own, and a client of it. */
export async function openTestStandIn(settings: Partial<Settings> = {}) {
  const data = mkdtempSync(join(FOLDERS, 'paypal-stand-in-test-'));
  giveSigningKey(data);
  const standIn = await startStandIn({ port: 0, data, ...settings });
  return {
    ...(await makeClient(standIn.url)),
    data,
    async close() {
      await standIn.close();
      rmSync(data, { recursive: true });
    },
  };
}

type Received = { headers: Record<string, string>; raw: Buffer; event: Record<string, unknown> };

/** A shop's webhook: records what it receives and responds as it is told to. */
export async function openWebhookReceiver() {
  const received: Received[] = [];
  const answers: number[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const raw = Buffer.concat(chunks);
    received.push({ headers: request.headers as Received['headers'], raw, event: JSON.parse(raw.toString()) });
    response.writeHead(answers.shift() ?? 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    received,
    answers,
    types: () => received.map(({ event }) => event.event_type),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const gbp = (value: string) => ({ currency_code: 'GBP', value });

/** One bouquet for £20.00 with £2.50 of delivery. */
export const makeOrder = (invoice = 'SHOP-1') => ({
  intent: 'CAPTURE',
  purchase_units: [
    {
      custom_id: `payment-of-${invoice}`,
      invoice_id: invoice,
      amount: { ...gbp('22.50'), breakdown: { item_total: gbp('20.00'), shipping: gbp('2.50') } },
      items: [{ name: 'Tulips', quantity: '1', unit_amount: gbp('20.00') }],
      shipping: {
        name: { full_name: 'Ada Example' },
        address: {
          address_line_1: '1 High Street',
          admin_area_2: 'London',
          postal_code: 'SW1A 1AA',
          country_code: 'GB',
        },
      },
    },
  ],
  application_context: {
    shipping_preference: 'SET_PROVIDED_ADDRESS',
    user_action: 'PAY_NOW',
    brand_name: 'Marigold Lane',
  },
});

/** A rule for one operation. */
export const onCall = (op: string, then: Rule['then'], match: Partial<Rule['match']> = {}): Rule => ({
  match: { op, ...match },
  then,
});

export const issuesOf = ({ body }: { body: unknown }) =>
  ((body as { details?: { issue: string }[] }).details ?? []).map(({ issue }) => issue);

type Captured = {
  purchase_units: [{ payments: { captures: [Record<string, unknown> & { id: string; status: string }] } }];
};
export const captureOf = ({ body }: { body: unknown }) => (body as Captured).purchase_units[0].payments.captures[0];
