import { setTimeout as sleep } from 'node:timers/promises';
import { describeRun } from '../../rig/machine.ts';
import { residentOf } from '../../rig/processes.ts';
import type { Report } from '../results.ts';
import { type Size, WANTED_SIZES } from './bouquets.ts';
import { CALLS, type Call, type Subject } from './calls.ts';
import { checkContents } from './check-contents.ts';
import { countStatements } from './count-statements.ts';
import { type Cost, type Figures, ROUNDS, SECONDS } from './figures.ts';
import { openSameBytes, openStatementFloor } from './floors.ts';
import { installPeer, sizeOf, VERSIONS } from './install-peer.ts';
import { measureCall } from './measure-call.ts';
import { openMedusa } from './medusa.ts';
import { openOurs } from './ours.ts';
import { toFootprintTable, toTables } from './peers-tables.ts';
import { measureAlone } from './pgbench.ts';
import { openPostgres, type Postgres } from './postgres.ts';
import { type Shop, stockedName, stockShops } from './stock-shops.ts';
import { openVendure } from './vendure.ts';

const REST_MS = 5_000;
const CATCH_UP_MS = 3_000;
const WARM_UP_SECONDS = 1;

type Log = (words: string) => void;

/** Our shop, Vendure, Medusa and the bare limits on one machine and one PostgreSQL, in one run. */
export async function measurePeers(): Promise<Report> {
  const start = performance.now();
  const log: Log = (words) => console.log(`${((performance.now() - start) / 1000).toFixed(0).padStart(5)} s ${words}`);
  await installPeer('vendure', log);
  await installPeer('medusa', log);
  await using postgres = await openPostgres();
  const versions = `Vendure ${VERSIONS.vendure}, Medusa ${VERSIONS.medusa}, PostgreSQL ${postgres.version}`;
  const run = `${describeRun(['fastify', 'pg'])} · ${versions}`;
  const all: Figures[] = [];
  for (const size of WANTED_SIZES) all.push(await measureSize(postgres, size, log));
  log('weighing what is installed');
  const sizes = { ours: await sizeOf('ours'), Vendure: await sizeOf('vendure'), Medusa: await sizeOf('medusa') };
  return { kind: 'peers', run, tables: [...all.flatMap(toTables), toFootprintTable(all, sizes)] };
}

async function measureSize(postgres: Postgres, size: Size, log: Log): Promise<Figures> {
  const bouquets = await stockShops(postgres, size, log);
  const copyOf = async (shop: Shop, name: string) => {
    await postgres.copy(stockedName(shop, size), name);
    return name;
  };
  const subjects: Subject[] = [];
  const enter = async (opening: Promise<Subject>) => {
    const subject = await opening;
    subjects.push(subject);
    await sleep(REST_MS);
    figures.memory.set(subject.name, { restKb: residentOf(subject.pid), loadedKb: Number.NaN });
    if (subject.coldStartMs) figures.coldStartMs.set(subject.name, subject.coldStartMs);
    await checkContents(subject, bouquets);
    log(`${size} bouquets: ${subject.name} is open`);
    pause(subject);
    return subject;
  };
  const figures: Figures = {
    size,
    costs: new Map(),
    statements: new Map(),
    alone: [],
    gaps: [],
    memory: new Map(),
    coldStartMs: new Map(),
  };
  const wake = () => subjects.forEach(goOn);
  // A paused process does not react to a signal that ends it.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, wake);
  try {
    const ours = await enter(openOurs(postgres, await copyOf('ours', 'ours'), bouquets));
    await enter(openVendure(postgres, await copyOf('vendure', 'vendure'), bouquets));
    await enter(openMedusa(postgres, await copyOf('medusa', 'medusa'), bouquets));
    await enter(openStatementFloor(postgres, await copyOf('ours', 'floor'), bouquets));
    goOn(ours);
    await enter(openSameBytes(ours.url, bouquets));
    pause(ours);
    for (let round = 0; round <= ROUNDS; round++) {
      const which = round === 0 ? 'warming up' : `round ${round} of ${ROUNDS}`;
      for (const subject of subjects) {
        log(`${size} bouquets, ${which}: ${subject.name}`);
        await alone(subject, async () => {
          for (const call of CALLS) {
            const tell = (words: string) => {
              if (round > 0) figures.gaps.push(`Round ${round}: ${words}`);
              log(words);
            };
            const cost = await measure(postgres, subject, call, round === 0 ? WARM_UP_SECONDS : SECONDS, tell);
            if (cost && round > 0) note(figures, call, subject, cost);
          }
        });
      }
    }
    for (const { name, pid } of subjects) {
      const memory = figures.memory.get(name);
      if (memory) memory.loadedKb = residentOf(pid);
    }
    log(`${size} bouquets: counting statements`);
    for (const subject of subjects) {
      if (!subject.database) continue;
      figures.statements.set(subject.name, await alone(subject, () => countStatements(postgres, subject)));
    }
    log(`${size} bouquets: the statements alone`);
    figures.alone = await measureAlone(postgres, 'floor', bouquets, SECONDS);
    return figures;
  } finally {
    wake();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, wake);
    await Promise.all(subjects.map((subject) => subject.stop()));
  }
}

/** Idle servers are stopped: their own jobs would be counted as another's cost. */
const pause = ({ pid }: Subject) => process.kill(pid, 'SIGSTOP');
const goOn = ({ pid }: Subject) => process.kill(pid, 'SIGCONT');

async function alone<T>(subject: Subject, work: () => Promise<T>): Promise<T> {
  goOn(subject);
  // Jobs that fell due while it was paused are not the cost of a call.
  if (subject.database) await sleep(CATCH_UP_MS);
  try {
    return await work();
  } finally {
    pause(subject);
  }
}

async function measure(
  postgres: Postgres,
  subject: Subject,
  call: Call,
  seconds: number,
  log: Log,
): Promise<Cost | undefined> {
  try {
    return await measureCall(postgres, subject, call, seconds);
  } catch (error) {
    // One call that fails must not cost the figures of all others; the table shows the gap.
    log(`${subject.name}, ${call}: ${(error as Error).message}`);
    return undefined;
  }
}

function note({ costs }: Figures, call: Call, { name }: Subject, cost: Cost): void {
  const ofCall = costs.get(call) ?? new Map<string, Cost[]>();
  ofCall.set(name, [...(ofCall.get(name) ?? []), cost]);
  costs.set(call, ofCall);
}
