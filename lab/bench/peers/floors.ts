import { join } from 'node:path';
import { firstAnswer, startChild } from '../../rig/children.ts';
import { openBare } from '../bare.ts';
import { type Bouquet, makeSearches } from './bouquets.ts';
import { PORTS } from './cache-and-ports.ts';
import type { Call, Subject } from './calls.ts';
import type { FloorRequest } from './floor-server.ts';
import { FLOOR_TABLES } from './floor-statements.ts';
import { type Connection, readJson } from './open-connection.ts';
import type { Postgres } from './postgres.ts';

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
  const visit = (call: Call, connection: Connection) => {
    const path = paths[call];
    return path === undefined ? undefined : Promise.resolve(() => connection.send({ path }));
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

  const visit = async (call: Call, connection: Connection) => {
    const send = (statement: FloorRequest['statement'], ...values: FloorRequest['values']) =>
      connection.send({ path: `/${statement}`, body: values });
    const begin = async () => readJson<{ id: number }[]>(await send('start', nextProduct()))[0]?.id ?? 0;
    const buy = async () => {
      const cart = await begin();
      await send('address', cart, 'Nell Whitcombe, 12 Gillygate, York YO31 7EQ');
      await send('day', cart, '2030-01-02');
      await send('payment', cart);
      await send('paid', cart);
    };
    const search = () => {
      const { word, limit } = nextSearch();
      return send('search', word, limit);
    };
    if (call === 'list of 24') return () => send('list');
    if (call === 'detail') return () => send('detail', nextProduct());
    if (call === 'substring search') return search;
    if (call === 'add, new cart') return () => send('start', nextProduct());
    if (call === 'whole checkout') return buy;
    const cart = await begin();
    const product = nextProduct();
    return call === 'cart read' ? () => send('cart', cart) : () => send('add', cart, product);
  };
  return { name: 'one statement', url, pid: child.pid, database, coldStartMs, visit, stop: child.stop };
}
