import { join } from 'node:path';
import { openBare } from '../bare.ts';
import { firstAnswer, startChild } from '../children.ts';
import { type Bouquet, makeSearches } from './bouquets.ts';
import { PORTS } from './cache-and-ports.ts';
import type { Call, Subject } from './calls.ts';
import type { FloorQuestion } from './floor-server.ts';
import { FLOOR_TABLES } from './floor-statements.ts';
import type { Postgres } from './postgres.ts';
import { readJson, type Wire } from './wire.ts';

/** node:http that gives the bytes of our shop; it has only what needs no account. */
export async function openSameBytes(shopUrl: string, bouquets: Bouquet[]): Promise<Subject> {
  const { word, limit } = makeSearches(bouquets)();
  const paths: Partial<Record<Call, string>> = {
    'list of 24': '/api/products/?limit=24',
    detail: '/api/products/1/',
    'substring search': `/api/products/?search=${encodeURIComponent(word)}&limit=${limit}`,
  };
  const requests = Object.values(paths).map((path) => ({ path, encoding: 'identity' }));
  const { url, pid, stop } = await openBare(shopUrl, requests);
  const visit = (call: Call, wire: Wire) => {
    const path = paths[call];
    return path === undefined ? undefined : Promise.resolve(() => wire.ask({ path }));
  };
  return { name: 'same bytes', url, pid, visit, stop };
}

/** node:http with one statement for each request, on a database that holds our bouquets. */
export async function openStatementFloor(postgres: Postgres, database: string, bouquets: Bouquet[]): Promise<Subject> {
  const url = `http://127.0.0.1:${PORTS.statement}`;
  await postgres.query(FLOOR_TABLES, [], database);
  const start = performance.now();
  const child = startChild(process.execPath, [join(import.meta.dirname, 'floor-server.ts'), String(PORTS.statement)], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', DATABASE_URL: postgres.urlOf(database) },
  });
  const coldStartMs = (await firstAnswer(child, `${url}/list`, 30_000)) - start;
  const nextSearch = makeSearches(bouquets);
  let turn = 0;
  const nextProduct = () => (turn++ % bouquets.length) + 1;

  const visit = async (call: Call, wire: Wire) => {
    const ask = (statement: FloorQuestion['statement'], ...values: FloorQuestion['values']) =>
      wire.ask({ method: 'POST', path: `/${statement}`, body: values });
    const begin = async () => readJson<{ id: number }[]>(await ask('start', nextProduct()))[0]?.id ?? 0;
    const buy = async () => {
      const cart = await begin();
      await ask('address', cart, 'Nell Whitcombe, 12 Gillygate, York YO31 7EQ');
      await ask('day', cart, '2030-01-02');
      await ask('payment', cart);
      await ask('paid', cart);
    };
    const search = () => {
      const { word, limit } = nextSearch();
      return ask('search', word, limit);
    };
    if (call === 'list of 24') return () => ask('list');
    if (call === 'detail') return () => ask('detail', nextProduct());
    if (call === 'substring search') return search;
    if (call === 'add, new cart') return () => ask('start', nextProduct());
    if (call === 'whole checkout') return buy;
    const cart = await begin();
    const product = nextProduct();
    return call === 'cart read' ? () => ask('cart', cart) : () => ask('add', cart, product);
  };
  return { name: 'one statement', url, pid: child.pid, database, coldStartMs, visit, stop: child.stop };
}
