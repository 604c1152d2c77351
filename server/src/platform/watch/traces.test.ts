import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DecodedSpan, decodeSpans } from '#server/testing/decode-spans.ts';
import { registerSomeone } from '#server/testing/people.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { nameStatement } from './name-statement.ts';
import { openTraces } from './traces.ts';

const PROXY = '10.1.2.3';
const KEY = 'a-key-from-a-letter';

let shop: Awaited<ReturnType<typeof openTestShop>>;
let spans: DecodedSpan[];
let raw: Buffer;
let token: string;
let errorId: unknown;

/** A collector: it takes what any OTLP/HTTP receiver takes, and decodes it. */
beforeAll(async () => {
  const received: Buffer[] = [];
  const paths = new Set<string>();
  const collector = createServer((request, response) => {
    paths.add(`${request.method} ${request.url} ${request.headers['content-type']}`);
    const chunks: Buffer[] = [];
    request
      .on('data', (chunk) => chunks.push(chunk))
      .on('end', () => {
        received.push(Buffer.concat(chunks));
        response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
      });
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;

  const database = await createTestDatabase();
  const traces = openTraces({ endpoint, share: 1 }, ['10.0.0.0/8']);
  database.db.$client.on('connect', traces.watchStatements);
  shop = await openTestShop({ database, traces, env: { TRUST_PROXY: '10.0.0.0/8' } });
  await shop.app.listen({ host: '127.0.0.1', port: 0 });
  const base = `http://127.0.0.1:${(shop.app.server.address() as AddressInfo).port}`;

  token = (await registerSomeone(shop, { email: 'traced@example.org', first_name: 'Traced' })).access;
  await shop.call('GET', `/api/user/orders/?key=${KEY}`, { token });
  const headers = { traceparent: `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`, 'x-forwarded-for': '203.0.113.77' };
  await shop.call('GET', '/api/delivery/', { headers, remoteAddress: PROXY });
  await shop.call('GET', '/api/user/profile/', { headers, remoteAddress: '198.51.100.1' });
  await (await fetch(`${base}/api/products/?limit=5`)).arrayBuffer();
  await (await fetch(`${base}/api/products/?limit=5`)).arrayBuffer();
  await database.db.$client.query('alter table reviews rename to reviews_gone');
  errorId = (await shop.call('GET', '/api/products/1/reviews/')).headers['x-request-id'];
  await database.db.$client.query('alter table reviews_gone rename to reviews');
  await new Promise((resolve) => setTimeout(resolve, 100));
  await traces.close();
  collector.close();
  expect([...paths]).toEqual(['POST /v1/traces application/x-protobuf']);
  raw = Buffer.concat(received);
  spans = received.flatMap(decodeSpans);
});
afterAll(() => shop.close());

const named = (name: string) => spans.filter((span) => span.name === name);

describe('a trace', () => {
  test('has a span of the request, by its route, status and id', () => {
    const [span] = named('POST /api/user/register/');
    expect(span?.attributes).toEqual({
      'shop.request_id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'http.request.method': 'POST',
      'http.route': '/api/user/register/',
      'http.response.status_code': 201,
    });
    expect(span?.kind).toBe(2);
    expect(span?.parentSpanId).toBe('');
    expect(Number(span?.end)).toBeGreaterThan(Number(span?.start));
  });

  test('has its statements as children, by name', () => {
    const [request] = named('POST /api/user/register/');
    const children = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
    const names = children.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['begin', 'insert users', 'insert sessions', 'commit']));
    for (const { traceId, kind, attributes, name } of children)
      expect({ traceId, kind, attributes }).toEqual({
        traceId: request?.traceId,
        kind: 3,
        attributes: { 'db.system.name': 'postgresql', 'db.query.summary': name },
      });
  });

  test('has what the cache answers as well', () => {
    expect(named('GET /api/products/').map(({ attributes }) => attributes['http.response.status_code'])).toEqual([
      200, 200,
    ]);
  });

  test('goes on from that of a trusted proxy, and of nobody else', () => {
    expect(named('GET /api/delivery/')).toMatchObject([{ traceId: 'ab'.repeat(16), parentSpanId: 'cd'.repeat(8) }]);
    expect(named('GET /api/user/profile/')).toMatchObject([{ parentSpanId: '' }]);
  });

  test('marks what failed, by codes and not by words', () => {
    const [request] = named('GET /api/products/:id/reviews/');
    expect(request).toMatchObject({ statusCode: 2, attributes: { 'shop.request_id': errorId } });
    const failed = spans.find((span) => span.parentSpanId === request?.spanId && span.statusCode === 2);
    expect(failed?.attributes).toMatchObject({ 'db.response.status_code': '42P01' });
  });

  test('never has a token, an address, a name or a value of a statement', () => {
    expect(raw.length).toBeGreaterThan(1_000);
    for (const word of [
      token,
      'eyJ',
      'traced@example.org',
      'Traced',
      KEY,
      '203.0.113.77',
      '198.51.100.1',
      PROXY,
      'limit',
    ])
      expect(raw.includes(word), word).toBe(false);
  });
});

test.each([
  ['select "id" from "orders" where "user_id" = $1', 'select orders'],
  ["select 'from secrets' as word from letters", 'select letters'],
  ['with moved as (delete from carts returning id) select 1', 'delete carts'],
  ['INSERT INTO jobs.job (name) values ($1)', 'insert jobs.job'],
  ['update "payments" set state = $1', 'update payments'],
  ['begin', 'begin'],
  ['select pg_advisory_xact_lock($1)', 'select'],
])('the name of %s is %s', (text, name) => {
  expect(nameStatement(text)).toBe(name);
});

test('OpenTelemetry is loaded only where an endpoint is set', async () => {
  const { globSync, readFileSync } = await import('node:fs');
  const sources = globSync('server/src/**/*.ts').filter((path) => !path.endsWith('.test.ts'));
  const importing = (pattern: RegExp) => sources.filter((path) => pattern.test(readFileSync(path, 'utf8')));
  expect(importing(/^import (?!type ).*from '@opentelemetry\//m)).toEqual(['server/src/platform/watch/traces.ts']);
  expect(importing(/^import (?!type ).*\/traces\.ts'/m)).toEqual([]);
  expect(importing(/^import (?!type ).*from 'prom-client'/m)).toEqual(['server/src/platform/watch/create-metrics.ts']);
  expect(importing(/^import (?!type ).*\/open-metrics\.ts'/m)).toEqual([]);
});
