import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, londonDay } from '#contract/delivery.ts';
import { connect } from '#server/platform/database/connect.ts';
import { fillDay } from '#server/testing/fill-day.ts';
import { openTcpProxy } from '#server/testing/servers/tcp-proxy.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { type OpenMetrics, openMetrics } from './open-metrics.ts';

/** The clock of PostgreSQL is in the queue's figures, so the shop's is the same here. */
const NOW = new Date();
const TOMORROW = addDays(londonDay(NOW), 1);

/** A label and the values that a query asks for: `state=~"capturing|unknown"`. */
const ASKED = /\b(state|stage|cache|result)(=~?|!~?)"([^"$]+)"/g;
/** How often the cache was cleared explains a poor hit ratio, and is looked up then. */
const NOT_SHOWN = ['shop_cache_clears_total'];

let shop: Awaited<ReturnType<typeof openTestShop>>;
let metrics: OpenMetrics;
let base: string;

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function openOn(db = shop.deps.db) {
  const port = await findPort();
  return { metrics: await openMetrics({ ...shop.deps, db }, shop.counts, { host: '127.0.0.1', port }), port };
}

beforeAll(async () => {
  shop = await openTestShop({ now: NOW });
  await shop.get('/api/products/');
  // The queues are made by the first job.
  await shop.deps.db.transaction((tx) => shop.deps.jobs.add(tx, 'send-letter', { id: 'nobody' }));
  await shop.tryJobs();
  const opened = await openOn();
  metrics = opened.metrics;
  base = `http://127.0.0.1:${opened.port}`;
});
afterAll(async () => {
  await metrics.close();
  await shop.close();
});

const query = (text: string, values: unknown[] = []) => shop.deps.db.$client.query(text, values);

const scrape = async (from = base) => (await fetch(`${from}/metrics`)).text();

/** Figures of the database are cached for some seconds: a scrape that must see a change asks a server of its own. */
async function scrapeAnew(): Promise<string> {
  const anew = await openOn();
  try {
    return await scrape(`http://127.0.0.1:${anew.port}`);
  } finally {
    await anew.metrics.close();
  }
}

const readSeries = (text: string, series: string): number | undefined => {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
};

describe('GET /metrics', () => {
  test('is all there is on its port, and is nowhere on the port of the shop', async () => {
    const response = await fetch(`${base}/metrics`);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    for (const path of ['/', '/metrics/', '/health', '/api/products/'])
      expect((await fetch(base + path)).status).toBe(404);
    expect((await fetch(`${base}/metrics`, { method: 'POST' })).status).toBe(404);
    expect((await shop.get('/metrics')).status).toBe(404);
  });

  test('refuses to open where another program listens, and says which setting to mend', async () => {
    const port = Number(new URL(base).port);
    const opening = openMetrics(shop.deps, shop.counts, { host: '127.0.0.1', port });
    await expect(opening).rejects.toThrow(/EADDRINUSE\). Mend METRICS_HOST or METRICS_PORT/);
  });

  test('tells requests by route and status, and how long they took', async () => {
    const series = 'shop_http_requests_total{method="GET",route="/api/products/:id/",status="404"}';
    const before = readSeries(await scrape(), series) ?? 0;
    await shop.get('/api/products/999998/');
    await shop.get('/api/products/999999/');
    const text = await scrape();
    expect(readSeries(text, series)).toBe(before + 2);
    const labels = 'method="GET",route="/api/products/:id/"';
    expect(readSeries(text, `shop_http_request_seconds_bucket{${labels},le="+Inf"}`)).toBe(before + 2);
    expect(readSeries(text, `shop_http_request_seconds_count{${labels}}`)).toBe(before + 2);
    expect(readSeries(text, `shop_http_request_seconds_bucket{${labels},le="10"}`)).toBe(before + 2);
    expect(readSeries(text, `shop_http_request_seconds_sum{${labels}}`)).toBeGreaterThan(0);
    expect(text).toMatch(/^# TYPE shop_http_request_seconds histogram$/m);
  });

  test('tells the delay of the event loop, the pool and the caches of this process', async () => {
    const hit = 'shop_cache_requests_total{cache="responses",result="hit"}';
    const miss = 'shop_cache_requests_total{cache="responses",result="miss"}';
    const before = await scrape();
    await shop.get('/api/products/?limit=7');
    await shop.get('/api/products/?limit=7');
    const text = await scrape();
    expect(readSeries(text, miss)).toBe((readSeries(before, miss) ?? 0) + 1);
    expect(readSeries(text, hit)).toBe((readSeries(before, hit) ?? 0) + 1);
    expect(readSeries(text, 'shop_cache_bytes{cache="responses"}')).toBeGreaterThan(1_000);
    for (const series of ['nodejs_eventloop_lag_p99_seconds', 'shop_pool_waiting', 'process_resident_memory_bytes'])
      expect(readSeries(text, series), series).toBeGreaterThanOrEqual(0);
    expect(readSeries(text, 'shop_pool_most')).toBe(10);
  });

  test('shows a pool in use, idle and waited for', async () => {
    const clients = await Promise.all(Array.from({ length: 10 }, () => shop.deps.db.$client.connect()));
    const waiting = shop.deps.db.$client.connect();
    const text = await scrape();
    for (const client of [...clients]) client.release();
    (await waiting).release();
    expect(readSeries(text, 'shop_pool_connections{state="in use"}')).toBe(10);
    expect(readSeries(text, 'shop_pool_connections{state="idle"}')).toBe(0);
    expect(readSeries(text, 'shop_pool_waiting')).toBe(1);
    expect(readSeries(text, 'shop_database_up'), 'it has a connection of its own').toBe(1);
    expect(readSeries(await scrape(), 'shop_pool_connections{state="in use"}')).toBe(0);
  });
});

describe('the figures of the whole shop', () => {
  test('are orders by stage, payments by state, and how long the oldest has been unclear', async () => {
    const [first, second, third] = await fillDay(shop.connectionString, { day: TOMORROW, count: 3 });
    await query("update orders set stage = 'tied' where id = $1", [first]);
    await query(
      "update payments set state = 'unknown', changed_at = now() - interval '20 minutes' where order_id = $1",
      [second],
    );
    await query("update payments set state = 'capturing', changed_at = now() where order_id = $1", [third]);
    const text = await scrapeAnew();
    expect(readSeries(text, 'shop_orders{stage="to tie"}')).toBe(2);
    expect(readSeries(text, 'shop_orders{stage="tied"}')).toBe(1);
    expect(readSeries(text, 'shop_orders{stage="delivered"}')).toBe(0);
    expect(readSeries(text, 'shop_payments{state="unknown"}')).toBe(1);
    expect(readSeries(text, 'shop_payments{state="capturing"}')).toBe(1);
    const oldest = readSeries(text, 'shop_payments_oldest_seconds{state="unknown"}');
    expect(oldest).toBeGreaterThan(1_190);
    expect(oldest).toBeLessThan(1_300);
    expect(readSeries(text, 'shop_payments_oldest_seconds{state="pending"}')).toBe(0);
    expect(readSeries(text, 'shop_on_standby')).toBe(0);
  });

  test('are days that fill, with as many places as the owner has set, and none that is closed', async () => {
    const [full, closed] = [addDays(TOMORROW, 1), addDays(TOMORROW, 2)];
    await fillDay(shop.connectionString, { day: full, count: 4 });
    await query('insert into delivery_days (day, orders_a_day) values ($1, 5)', [full]);
    await query("insert into delivery_days (day, closed_words) values ($1, 'We are away')", [closed]);
    const text = await scrapeAnew();
    expect(readSeries(text, `shop_day_booked{day="${full}"}`)).toBe(4);
    expect(readSeries(text, `shop_day_places{day="${full}"}`)).toBe(5);
    expect(readSeries(text, `shop_day_places{day="${closed}"}`)).toBe(0);
    expect(text.match(/^shop_day_booked\{/gm)).toHaveLength(14);
  });

  test('are letters that wait, and the jobs of each queue with how late the oldest is', async () => {
    await shop.post('/api/user/register/', {
      username: 'waits',
      email: 'waits@example.org',
      password1: 'tulips by the dozen',
      password2: 'tulips by the dozen',
      first_name: 'W',
      last_name: 'W',
    });
    await query(
      "update jobs.job set start_after = now() - interval '90 seconds' where name = 'send-letter' and state = 'created'",
    );
    await query("update letters set created_at = now() - interval '2 minutes' where sent_at is null");
    const text = await scrapeAnew();
    expect(readSeries(text, 'shop_letters{state="waiting"}')).toBe(1);
    expect(readSeries(text, 'shop_letters_oldest_seconds')).toBeGreaterThan(90);
    expect(readSeries(text, 'shop_jobs{queue="send-letter",state="waiting"}')).toBe(1);
    expect(readSeries(text, 'shop_jobs{queue="send-letter",state="failing"}')).toBe(1);
    expect(readSeries(text, 'shop_jobs_oldest_seconds{queue="send-letter"}')).toBeGreaterThan(85);
    expect(text).not.toContain('waits@example.org');
  });

  test('are read once for scrapes that come within seconds', async () => {
    await scrape();
    const before = await scrape();
    await query("update orders set stage = 'out' where stage = 'tied'");
    expect(readSeries(await scrape(), 'shop_orders{stage="out"}')).toBe(readSeries(before, 'shop_orders{stage="out"}'));
    expect(readSeries(await scrapeAnew(), 'shop_orders{stage="out"}')).toBe(1);
  });
});

describe('a database that is away', () => {
  const openBehindProxy = async () => {
    const proxy = await openTcpProxy(shop.connectionString);
    const db = connect(proxy.connectionString);
    const opened = await openOn(db);
    const from = `http://127.0.0.1:${opened.port}`;
    const close = async () => {
      await opened.metrics.close();
      await db.$client.end();
    };
    return { proxy, from, close };
  };

  test('leaves the figures of the process, a gauge that says so, and none of the shop', async () => {
    const { proxy, from, close } = await openBehindProxy();
    await proxy.close();
    const text = await scrape(from);
    expect(readSeries(text, 'shop_database_up')).toBe(0);
    expect(
      readSeries(text, 'shop_http_requests_total{method="GET",route="/api/products/",status="200"}'),
    ).toBeGreaterThan(0);
    expect(text).not.toMatch(/^shop_(orders|payments|jobs|letters|day|on_standby)[^ ]* \d/m);
    await close();
  });

  test('that does not answer is not waited for longer than five seconds', async () => {
    const { proxy, from, close } = await openBehindProxy();
    await scrape(from);
    proxy.fallSilent();
    // Past the seconds for which the figures are cached.
    await new Promise((resolve) => setTimeout(resolve, 5_100));
    const start = performance.now();
    expect(readSeries(await scrape(from), 'shop_database_up')).toBe(0);
    expect(performance.now() - start).toBeLessThan(7_500);
    await proxy.close();
    await close();
  }, 30_000);
});

describe('the dashboard and the alert rules', () => {
  const FILES = ['dashboard.json', 'alerts.yml', 'alerts.test.yml'];
  const read = (file: string) => readFileSync(resolve(import.meta.dirname, '../../../../deploy/watch', file), 'utf8');

  test.each(FILES)('%s names only what /metrics tells', async (file) => {
    const text = await scrapeAnew();
    const told = new Set(text.match(/^[a-z]\w+(?=[{ ])/gm));
    const named = [...new Set(read(file).match(/\b(?:shop|nodejs|process)_\w+/g))];
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !told.has(name))).toEqual([]);
  });

  test('ask for states, stages and caches that there are', async () => {
    const text = await scrapeAnew();
    const asked = [...read('dashboard.json').replaceAll('\\"', '"').concat(read('alerts.yml')).matchAll(ASKED)];
    const pairs = asked.flatMap(([, label, , values = '']) => values.split('|').map((value) => `${label}="${value}"`));
    expect(pairs).toContain('state="given up"');
    expect(pairs.filter((pair) => !text.includes(pair))).toEqual([]);
  });

  test('show on the dashboard, or alert to, everything that the shop tells of itself', async () => {
    const told = (await scrapeAnew()).match(/(?<=^# TYPE )shop_\w+/gm) ?? [];
    const used = FILES.map(read).join('\n');
    expect(told.filter((name) => !used.includes(name) && !NOT_SHOWN.includes(name))).toEqual([]);
  });
});
