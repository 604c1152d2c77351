import { appendFileSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeskCall } from './calls.ts';

export type Plan = { name: string; statements: number; mostRows: number; whole: string[]; indexes: string[] };

type Node = {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Node[];
};
type Logged = { 'Query Text': string; Plan: Node };

/** Statements are prepared from their tenth use on, and PostgreSQL chooses a plan for all values from the sixth on of these. */
const BEFORE = 16;
/** Jobs run beside: what is logged each time belongs to the call. */
const TIMES = 3;
const SETTLE_MS = 60;

const SETTINGS = `
session_preload_libraries = 'auto_explain'
auto_explain.log_min_duration = 0
auto_explain.log_format = json
auto_explain.log_analyze = on
auto_explain.log_timing = off
`;

/** Has a shop that is not open log its plans from its next start on. */
export function writePlans(dataDir: string): void {
  appendFileSync(join(dataDir, 'postgres', 'postgresql.conf'), SETTINGS);
}

/** How PostgreSQL answers each call, as it logs it. */
export async function explainCalls(
  dataDir: string,
  calls: DeskCall[],
  ask: (path: string) => Promise<unknown>,
): Promise<Plan[]> {
  const log = join(dataDir, 'postgres.log');
  const plans: Plan[] = [];
  for (const { name, path } of calls) {
    for (let number = 0; number < BEFORE; number++) await ask(path(number));
    const rounds: Logged[][] = [];
    for (let time = 0; time < TIMES; time++) {
      await sleep(SETTLE_MS);
      const from = statSync(log).size;
      await ask(path(BEFORE));
      await sleep(SETTLE_MS);
      rounds.push(parseLog(await readFrom(log, from)));
    }
    plans.push(toPlan(name, rounds));
  }
  return plans;
}

/** Only the end of it: it is long. */
async function readFrom(path: string, start: number): Promise<string> {
  await using file = await open(path);
  const chunks = await file.createReadStream({ start, autoClose: false }).toArray();
  return Buffer.concat(chunks).toString();
}

/** The lines of a record after its first begin with a tab. */
const parseLog = (log: string): Logged[] =>
  [...log.matchAll(/ plan:\n((?:\t.*\n?)+)/g)].flatMap(([, json = '']) => parse(json));

/** One that is still being written belongs to a job: the records of a call are whole when it is answered. */
function parse(json: string): Logged[] {
  try {
    return [JSON.parse(json) as Logged];
  } catch {
    return [];
  }
}

function toPlan(name: string, rounds: Logged[][]): Plan {
  const [first = [], ...others] = rounds;
  const own = first.filter((one) =>
    others.every((round) => round.some((two) => two['Query Text'] === one['Query Text'])),
  );
  const nodes = own.flatMap(({ Plan }) => listNodes(Plan));
  const unique = (names: (string | undefined)[]) => [...new Set(names.filter((each) => each !== undefined))].toSorted();
  return {
    name,
    statements: own.length,
    mostRows: Math.max(0, ...nodes.map(countRows)),
    whole: unique(nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name'])),
    indexes: unique(nodes.map((node) => node['Index Name'])),
  };
}

const listNodes = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(listNodes)];

const countRows = (node: Node): number =>
  Math.round(
    ((node['Actual Rows'] ?? 0) +
      (node['Rows Removed by Filter'] ?? 0) +
      (node['Rows Removed by Index Recheck'] ?? 0)) *
      (node['Actual Loops'] ?? 1),
  );
