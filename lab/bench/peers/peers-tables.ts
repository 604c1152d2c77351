import { against, figure, type Table } from '../../rig/table.ts';
import { CONNECTIONS } from '../load.ts';
import { megabytes } from '../memory.ts';
import { CALLS, type Call, FLOORS, FROM_MEMORY } from './calls.ts';
import { CHECKOUTS_AT_ONCE, type Cost, type Figures, middleOf, ROUNDS, SECONDS } from './figures.ts';
import type { Size } from './install-peer.ts';
import { findPgbench } from './pgbench.ts';

const PEERS = ['Vendure', 'Medusa'] as const;
const SHOPS = ['ours', ...PEERS] as const;
const [BYTES, STATEMENT] = ['same bytes', 'one statement'];
const AIM = { cheaper: 20, floor: 2.5 };

const allMs = (cost: Cost | undefined): number => (cost ? cost.serverMs + cost.postgresMs : Number.NaN);
const parts = (cost: Cost | undefined): string =>
  cost ? `${figure(cost.serverMs)} + ${figure(cost.postgresMs)}` : '–';
const speed = (cost: Cost | undefined): string =>
  cost ? `${figure(cost.perSecond)}/s ${figure(cost.p50)} / ${figure(cost.p99)}` : '–';

export function toTables(figures: Figures): Table[] {
  const title = `${figures.size.toLocaleString('en-GB')} bouquets`;
  return [
    toCostTable(figures, title),
    toSpeedTable(figures, title),
    toStatementTable(figures, title),
    toAloneTable(figures, title),
  ];
}

function toCostTable(figures: Figures, title: string): Table {
  const rows = CALLS.map((call) => {
    const of = (name: string) => middleOf(figures, call, name);
    const ours = allMs(of('ours'));
    const [better = Number.NaN] = PEERS.map((peer) => allMs(of(peer)))
      .filter(Number.isFinite)
      .toSorted((left, right) => left - right);
    const floor = of(FROM_MEMORY.includes(call) ? BYTES : STATEMENT);
    const [cheaper, above] = [better / ours, ours / allMs(floor)];
    return [
      call,
      parts(of('ours')),
      ...PEERS.map((peer) => parts(of(peer))),
      against(`${figure(cheaper)}×`, cheaper >= AIM.cheaper),
      figure(of(BYTES)?.serverMs ?? Number.NaN),
      parts(of(STATEMENT)),
      against(`${figure(above)}×`, above <= AIM.floor),
    ];
  });
  return {
    title: `${title}: processor time in ms for each call, server + PostgreSQL`,
    columns: ['', ...SHOPS, 'better peer : ours', BYTES, STATEMENT, 'ours : floor'],
    rows,
    notes: [
      ...figures.gaps,
      `Medians of ${ROUNDS} interleaved rounds of ${SECONDS} s with ${CONNECTIONS} visitors at once, ${CHECKOUTS_AT_ONCE} for checkouts; the other servers are paused. Aims: at least ${AIM.cheaper} times cheaper than the better peer, within ${AIM.floor} times of the floor. ${FLOORS}`,
      `Our list and details are drawn once and then sent from memory until the catalogue changes, which is why they cost what sending bytes costs; the peers query their database each time. With 5,000 bouquets most details are requested for the first time. Searches, carts and checkouts are never from memory.`,
      `All run as in production with one process and the same PostgreSQL; Medusa without Redis, by its in-memory modules, and with request logging off; Vendure with its core alone. Our process has the settings of \`npm start\` (small young generation, compile cache).`,
      `Half a second after each round is counted in, for what a call leaves to be done later. A checkout is all of its requests: ours has 5 (cart, address, day, payment, capture), Vendure 6, Medusa 6, the floor 5. Our payment goes over HTTP to a pretended PayPal, whose own time is not counted; the peers' payments are pretended inside them. Our customers are signed in, the peers' are guests.`,
      `Vendure's list comes from its search index, its search from \`products\` by \`contains\`, because the index finds no parts of words. Searches are the same for all, and none is repeated until all were sent.`,
    ],
  };
}

function toSpeedTable(figures: Figures, title: string): Table {
  const names = [...SHOPS, BYTES, STATEMENT];
  return {
    title: `${title}: calls per second, p50 / p99 in ms`,
    columns: ['', ...names],
    rows: CALLS.map((call) => [call, ...names.map((name) => speed(middleOf(figures, call, name)))]),
    notes: ['The client shares the cores with the servers.'],
  };
}

function toStatementTable({ statements }: Figures, title: string): Table {
  const names = [...SHOPS, STATEMENT];
  const cell = (name: string, call: Call) => {
    const count = statements.get(name)?.get(call);
    return count ? `${count.own} + ${count.transaction}` : '–';
  };
  return {
    title: `${title}: SQL statements for each call`,
    columns: ['', ...names],
    rows: CALLS.map((call) => [call, ...names.map((name) => cell(name, call))]),
    notes: [
      'Counted by pg_stat_statements until the answer, of a checkout until its letters have left, one visitor, the middle of seven; after the + what opens and closes transactions.',
    ],
  };
}

function toAloneTable({ alone }: Figures, title: string): Table {
  return {
    title: `${title}: the floor's statements alone`,
    columns: ['', 'per second', 'PostgreSQL ms'],
    rows: alone.map(({ statement, perSecond, cpuMs }) => [statement, figure(perSecond), figure(cpuMs)]),
    notes: [
      findPgbench()
        ? 'By pgbench with prepared statements and 10 clients.'
        : 'pgbench was not found: by a loop of our own with prepared statements and 10 connections.',
    ],
  };
}

/** Memory, cold start and what is installed, which belong to no single call. */
export function toFootprintTable(all: Figures[], sizes: Record<(typeof SHOPS)[number], Size>): Table {
  const names = [...SHOPS, STATEMENT];
  const sizeOf = (name: string) => sizes[name as keyof typeof sizes];
  const perSize = all.flatMap(({ size, memory, coldStartMs }) => {
    const mb = (name: string, key: 'restKb' | 'loadedKb') => figure(megabytes(memory.get(name)?.[key] ?? Number.NaN));
    return [
      [
        `memory with ${size}, at rest → after load, MB`,
        ...names.map((name) => `${mb(name, 'restKb')} → ${mb(name, 'loadedKb')}`),
      ],
      [
        `start to first answer with ${size}, s`,
        ...names.map((name) => figure((coldStartMs.get(name) ?? Number.NaN) / 1000)),
      ],
    ];
  });
  return {
    title: 'Memory, start, what is installed',
    columns: ['', ...names],
    rows: [
      ...perSize,
      ['node_modules, MB', ...names.map((name) => figure(sizeOf(name)?.megabytes ?? Number.NaN))],
      ['packages', ...names.map((name) => (sizeOf(name) ? String(sizeOf(name).packages) : '–'))],
    ],
    notes: [
      'Resident memory of the server process; PostgreSQL is the same for all. Ours without the packages that only build and test it, but with the PostgreSQL and the pictures of its own that the others leave to you.',
    ],
  };
}
