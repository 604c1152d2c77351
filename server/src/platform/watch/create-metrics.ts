import { Counter, collectDefaultMetrics, Gauge, type Metric, Registry } from 'prom-client';
import type { Deps } from '#server/deps.ts';
import type { ResponseCache } from '#server/platform/http/cache/response-cache.ts';
import type { CachedFigures } from './cached-figures.ts';
import type { Figures } from './read-figures.ts';
import { BOUNDS, type RequestCounts, type RouteCount } from './request-counts.ts';

const OF_PROCESS = 'Of this process.';
const OF_SHOP = 'Of the whole shop: every process tells the same, so take the maximum and not the sum.';

/** Everything that /metrics tells. What is counted in plain numbers, or known to the database, is read when it is asked for. */
export function createMetrics(
  { db, responseCache, pictureCache }: Pick<Deps, 'db' | 'responseCache' | 'pictureCache'>,
  counts: RequestCounts,
  figures: CachedFigures,
): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addRequests(registry, counts);
  addPool(registry, db.$client);
  addCaches(registry, { responses: responseCache, pictures: pictureCache });
  addFigures(registry, figures);
  return registry;
}

function addRequests(registry: Registry, counts: RequestCounts): void {
  new Counter({
    name: 'shop_http_requests_total',
    help: `Requests by method, pattern of the route and status. Unknown paths are one route. ${OF_PROCESS}`,
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { method, route, statuses } of counts.list())
        for (const [status, count] of statuses) this.inc({ method, route, status }, count);
    },
  });
  const name = 'shop_http_request_seconds';
  const help = `Time from a request to its answer. ${OF_PROCESS}`;
  const get = async () => ({
    name,
    help,
    type: 'histogram',
    values: counts.list().flatMap((one) => toValues(name, one)),
  });
  // The registry asks for no more than this; its own histogram would have to see each request.
  registry.registerMetric({ name, help, get, reset() {} } as unknown as Metric<string>);
}

type Value = { metricName: string; labels: Record<string, string | number>; value: number };

function toValues(name: string, { method, route, buckets, timed, sumMs }: RouteCount): Value[] {
  if (timed === 0) return [];
  const labels = { method, route };
  let total = 0;
  const bounded = BOUNDS.map((bound, place) => {
    total += buckets[place] ?? 0;
    return { metricName: `${name}_bucket`, labels: { ...labels, le: bound }, value: total };
  });
  return [
    ...bounded,
    { metricName: `${name}_bucket`, labels: { ...labels, le: '+Inf' }, value: timed },
    { metricName: `${name}_sum`, labels, value: sumMs / 1000 },
    { metricName: `${name}_count`, labels, value: timed },
  ];
}

function addPool(registry: Registry, pool: Deps['db']['$client']): void {
  new Gauge({
    name: 'shop_pool_connections',
    help: `Connections to the database that requests share, in use or idle. ${OF_PROCESS}`,
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'in use' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
    },
  });
  gauge(registry, 'shop_pool_waiting', `Requests that wait for a connection. ${OF_PROCESS}`, () => pool.countWaiting());
  gauge(registry, 'shop_pool_most', `The most connections of the pool. ${OF_PROCESS}`, () => pool.options.max);
}

function addCaches(registry: Registry, caches: Record<string, ResponseCache>): void {
  new Counter({
    name: 'shop_cache_requests_total',
    help: `Requests for cached responses: hit if it was there, miss if it had to be made. ${OF_PROCESS}`,
    labelNames: ['cache', 'result'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [cache, { figures }] of Object.entries(caches)) {
        this.inc({ cache, result: 'hit' }, figures().hits);
        this.inc({ cache, result: 'miss' }, figures().misses);
      }
    },
  });
  new Counter({
    name: 'shop_cache_clears_total',
    help: `How often the cache was cleared, by changes of the catalogue, of delivery or of the shop's details. ${OF_PROCESS}`,
    labelNames: ['cache'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [cache, { figures }] of Object.entries(caches)) this.inc({ cache }, figures().clears);
    },
  });
  new Gauge({
    name: 'shop_cache_bytes',
    help: `What the cached responses weigh. ${OF_PROCESS}`,
    labelNames: ['cache'],
    registers: [registry],
    collect() {
      for (const [cache, { figures }] of Object.entries(caches)) this.set({ cache }, figures().bytes);
    },
  });
}

function gauge(registry: Registry, name: string, help: string, read: () => number): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read());
    },
  });
}

type Labelled = { labels: Record<string, string>; value: number | null | undefined };

/** What each gauge of the whole shop shows. Without an answer of the database none of them has a value. */
const FIGURES: { name: string; help: string; labelNames: string[]; list(figures: Figures): Labelled[] }[] = [
  {
    name: 'shop_orders',
    help: 'Orders by stage; delivered and cancelled ones only if they left, or were to leave, within the last seven days.',
    labelNames: ['stage'],
    list: ({ orders }) => orders.map(({ name, count }) => ({ labels: { stage: name }, value: count })),
  },
  {
    name: 'shop_payments',
    help: 'Payments by state; captured, declined and superseded ones only of the last 24 hours.',
    labelNames: ['state'],
    list: ({ payments }) => payments.map(({ name, count }) => ({ labels: { state: name }, value: count })),
  },
  {
    name: 'shop_payments_oldest_seconds',
    help: 'How long the oldest payment of each state has been in it. Unclear are capturing and unknown.',
    labelNames: ['state'],
    list: ({ payments }) =>
      payments.map(({ name, oldestSeconds }) => ({ labels: { state: name }, value: oldestSeconds })),
  },
  {
    name: 'shop_refunds',
    help: 'Refunds whose end is not known yet, by state.',
    labelNames: ['state'],
    list: ({ refunds }) => refunds.map(({ name, count }) => ({ labels: { state: name }, value: count })),
  },
  {
    name: 'shop_refunds_oldest_seconds',
    help: 'How long the oldest refund of each state has been in it.',
    labelNames: ['state'],
    list: ({ refunds }) =>
      refunds.map(({ name, oldestSeconds }) => ({ labels: { state: name }, value: oldestSeconds })),
  },
  {
    name: 'shop_letters',
    help: 'Letters that wait to be sent, and letters that the mail server refused for good.',
    labelNames: ['state'],
    list: ({ letters }) => [
      { labels: { state: 'waiting' }, value: letters.waiting },
      { labels: { state: 'given up' }, value: letters.givenUp },
    ],
  },
  {
    name: 'shop_letters_oldest_seconds',
    help: 'How long the oldest waiting letter has waited; 0 if none waits.',
    labelNames: [],
    list: ({ letters }) => [{ labels: {}, value: letters.oldestSeconds }],
  },
  {
    name: 'shop_jobs',
    help: 'Jobs by queue: waiting are due, active are being done, later are for later. Failing ones failed and are tried again: they are also among waiting or later.',
    labelNames: ['queue', 'state'],
    list: ({ queues }) =>
      queues.flatMap(({ queue, waiting, active, later, failing }) =>
        Object.entries({ waiting, active, later, failing }).map(([state, value]) => ({
          labels: { queue, state },
          value,
        })),
      ),
  },
  {
    name: 'shop_jobs_oldest_seconds',
    help: 'How long ago the oldest waiting job of a queue was due; 0 if none waits.',
    labelNames: ['queue'],
    list: ({ queues }) => queues.map(({ queue, oldestSeconds }) => ({ labels: { queue }, value: oldestSeconds })),
  },
  {
    name: 'shop_day_booked',
    help: 'Orders that are booked for each of the next 14 days.',
    labelNames: ['day'],
    list: ({ days }) => days.map(({ day, booked }) => ({ labels: { day }, value: booked })),
  },
  {
    name: 'shop_day_places',
    help: 'How many orders each of the next 14 days takes; 0 if it is closed, none if there is no limit.',
    labelNames: ['day'],
    list: ({ days }) => days.map(({ day, places }) => ({ labels: { day }, value: places })),
  },
  {
    name: 'shop_on_standby',
    help: '1 if the database is a restored copy that has not taken over.',
    labelNames: [],
    list: ({ onStandby }) => [{ labels: {}, value: onStandby ? 1 : 0 }],
  },
];

function addFigures(registry: Registry, figures: CachedFigures): void {
  new Gauge({
    name: 'shop_database_up',
    help: `1 if the database told the figures of the whole shop in time; 0 if they are missing. ${OF_PROCESS}`,
    registers: [registry],
    async collect() {
      this.set((await figures.find()) ? 1 : 0);
    },
  });
  for (const { name, help, labelNames, list } of FIGURES)
    new Gauge({
      name,
      help: `${help} ${OF_SHOP}`,
      labelNames,
      registers: [registry],
      async collect() {
        const found = await figures.find();
        this.reset();
        // A gauge without labels has a value from the start, which would be read as one of the shop's.
        if (!found && labelNames.length === 0) this.remove();
        if (!found) return;
        for (const { labels, value } of list(found)) if (value != null) this.set(labels, value);
      },
    });
}
