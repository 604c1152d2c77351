import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readMigrations } from '#server/platform/database/migrate/read-migrations.ts';
import { ROOT } from '../../rig/shop.ts';
import { openFirst } from '../agreement.ts';
import { balance } from '../balancer.ts';
import { buyUnder } from '../buy-under.ts';
import { cleaningUp } from '../clean-up.ts';
import { describeMissing } from '../describe-missing.ts';
import { isWanted, type Line, type Log, type Proof } from '../proof.ts';
import { type OpenShop, openTestEnvironment, PORTS, requireOpen, type TestEnvironment } from '../test-environment.ts';
import { holdOrders } from './hold-orders.ts';
import { describeCommit, findCommits, listNew, makeNextTree, makeTree } from './trees.ts';

const CLOSES_WITHIN_MS = 30_000;

const EXPAND = [
  {
    name: '9000_proof-expand',
    statements: [
      'ALTER TABLE "orders" ADD COLUMN "proof" text;',
      `ALTER TABLE "carts" ADD COLUMN "proof" text DEFAULT 'none' NOT NULL;`,
      'ALTER TABLE "orders" ADD CONSTRAINT "proof_is_short" CHECK (length("proof") < 100) NOT VALID;',
    ],
  },
  {
    name: '9001_proof-index',
    statements: [
      'DROP INDEX CONCURRENTLY IF EXISTS "proof_of_order";',
      'CREATE INDEX CONCURRENTLY "proof_of_order" ON "orders" ("proof");',
    ],
  },
  { name: '9002_proof-validate', statements: ['ALTER TABLE "orders" VALIDATE CONSTRAINT "proof_is_short";'] },
];
const CLOSING = [
  {
    name: '9000_proof-close',
    statements: ['-- closes the shop: the proof wants it\nALTER TABLE "orders" RENAME COLUMN "text" TO "note";'],
  },
];

type Version = { root: string; name: string };

/** The old version and the new one serve the same customers from the same database while one replaces the other. */
export const upgrade: Proof = {
  name: 'upgrade',
  about: "replaces the shops of earlier versions by this one's, and this one's by the next, one at a time under buyers",
  ownDatabase: true,
  async prove(options, log) {
    const missing = ['haproxy', 'git'].flatMap((program) => describeMissing(program) ?? []);
    if (missing.length > 0) return { lines: [{ what: 'upgrade', tried: 0, faults: 0, lost: missing }] };
    const folder = await mkdtemp(join(tmpdir(), 'marigold-lane-upgrade-'));
    const close = cleaningUp(() => rm(folder, { recursive: true, force: true }));
    try {
      const lines: Line[] = [];
      const here: Version = { root: ROOT, name: 'this version' };
      const at = (name: string, tree: (path: string) => string): Version => ({ root: tree(join(folder, name)), name });
      const { previous, beforeMigration } = findCommits();
      const pairs: [string, () => [Version, Version], boolean?][] = [
        ['from the commit before this one', () => [at('previous', (path) => makeTree(previous, path)), here]],
        ['from before the last migration', () => [at('before', (path) => makeTree(beforeMigration, path)), here]],
        [
          'to a next version with an index, a check and two columns',
          () => [here, at('next', (path) => makeNextTree(path, EXPAND))],
          true,
        ],
        [
          'to a next version that needs a closed shop',
          () => [here, at('closing', (path) => makeNextTree(path, CLOSING))],
        ],
      ];
      for (const [what, make, isHeld = false] of pairs.filter(([what]) => isWanted(options, what))) {
        const [older, newer] = make();
        lines.push(await replace(what, older, newer, { isHeld, seed: `${options.seed} ${what}` }, log));
      }
      const commits = [previous, beforeMigration].map(describeCommit);
      return {
        lines,
        notes: [`The commit before this one is ${commits[0]}, the one before the last migration ${commits[1]}.`],
      };
    } finally {
      await close();
    }
  },
};

/** Whether every migration between the two may be applied while the older one is open. */
function isBeside(older: Version, newer: Version): boolean {
  const added = listNew(older.root, newer.root);
  const all = readMigrations(join(newer.root, 'server/src/platform/database/migrations'));
  return all.filter(({ name }) => added.includes(name)).every(({ isBesideEarlier }) => isBesideEarlier);
}

async function replace(
  what: string,
  older: Version,
  newer: Version,
  { isHeld, seed }: { isHeld: boolean; seed: string },
  log: Log,
): Promise<Line> {
  await using env = await openTestEnvironment('given');
  const ports = [PORTS.behind, PORTS.behind + 2];
  const open = (number: number, { root }: Version) => requireOpen(env, { port: ports[number] as number, root });
  await openFirst(env, { root: older.root });
  const shops = await Promise.all(ports.map((_, number) => open(number, older)));
  await balance(env, ports);
  const put = async (number: number, version: Version) => {
    await close(shops[number] as OpenShop);
    shops[number] = await open(number, version);
    return `shop ${number + 1} is ${version.name}`;
  };
  const lost: string[] = [];
  const steps = isBeside(older, newer)
    ? besideSteps(env, put, older, newer, isHeld, lost)
    : closedSteps(env, put, shops, ports[0] as number, newer, lost);
  const size = { times: steps.length, seed, pause: [3_000, 5_000] as [number, number] };
  const line = await buyUnder(env, what, () => (steps.shift() as Step)(), size, log);
  for (const shop of shops) if (shop.hasEnded()) lost.push(`A shop ended.\n${shop.words()}`);
  const added = listNew(older.root, newer.root).length;
  const figures = `${added} migrations, ${line.figures}`;
  return { what, tried: line.tried, faults: line.faults, lost: [...line.lost, ...lost], figures };
}

type Step = () => Promise<string>;
type Put = (number: number, version: Version) => Promise<string>;

/** One after the other, back again, since a new version may disappoint, and forth. */
function besideSteps(
  env: TestEnvironment,
  put: Put,
  older: Version,
  newer: Version,
  isHeld: boolean,
  lost: string[],
): Step[] {
  const first: Step = async () => {
    if (!isHeld) return put(0, newer);
    // The migrations wait for this; the customers do not.
    const held = await holdOrders(env.database());
    const putting = put(0, newer);
    await sleep(12_000);
    await held.release();
    const slowest = held.slowestMs();
    if (slowest > 5_000) lost.push(`Readers waited ${slowest} ms behind the migration.`);
    return `${await putting}, after a transaction of 12 s; readers waited ${Math.round(slowest)} ms at most`;
  };
  // A version without this file refuses every database that is newer than itself.
  const canGoBack = existsSync(join(older.root, 'server/src/platform/database/migrate/apply-migration.ts'));
  const back: Step[] = canGoBack ? [() => put(0, older), () => put(0, newer)] : [];
  return [first, ...back, () => put(1, newer)];
}

/** The new one says that it cannot; customers of the old one notice nothing. Then it is done with the shop closed. */
function closedSteps(
  env: TestEnvironment,
  put: Put,
  shops: OpenShop[],
  _port: number,
  newer: Version,
  lost: string[],
): Step[] {
  const refused: Step = async () => {
    const words = await requireOpen(env, { port: PORTS.proxy + 3, root: newer.root }).then(
      (shop) => shop.kill().then(() => 'It opened.'),
      (error: Error) => error.message,
    );
    if (!/A shop of an earlier version is open on this database/.test(words)) lost.push(`It was not refused: ${words}`);
    return 'the new version said that it cannot';
  };
  const closed: Step = async () => {
    await close(shops[1] as OpenShop);
    const done = await put(0, newer);
    await put(1, newer);
    return `closed, ${done}`;
  };
  // The last of these renames a column that every purchase needs: the ledgers could not be read with it.
  return newer.name === 'closing' ? [refused, refused] : [refused, closed];
}

async function close(shop: OpenShop): Promise<void> {
  if (shop.hasEnded()) return;
  process.kill(shop.pid, 'SIGTERM');
  if (!(await shop.ends(CLOSES_WITHIN_MS))) throw new Error('The shop does not close.');
}
