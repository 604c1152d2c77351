import { setTimeout as sleep } from 'node:timers/promises';
import { countCpu } from '../../rig/processes.ts';
import { percentile } from '../../rig/statistics.ts';
import { CONNECTIONS } from '../load.ts';
import type { Call, Subject } from './calls.ts';
import { drive } from './drive.ts';
import { CHECKOUTS_AT_ONCE, type Cost } from './figures.ts';
import type { Postgres } from './postgres.ts';

/** A checkout is a second of work for some: with more at once a round would last as long as the rest of the run. */
const visitorsFor = (call: Call) => (call === 'whole checkout' ? CHECKOUTS_AT_ONCE : CONNECTIONS);
/** Letters, webhooks and whatever else a call leaves for later belong to its cost. */
const SETTLE_MS = 500;

/** What a call costs that is repeated for so many seconds, with what it leaves for later; undefined where there is no such call. */
export async function measureCall(
  postgres: Postgres,
  subject: Subject,
  call: Call,
  seconds: number,
): Promise<Cost | undefined> {
  const count = () => countCpu([subject.pid], subject.database && postgres.dataDir);
  let spent = count();
  const driven = await drive(subject, call, { visitors: visitorsFor(call), seconds }, () => {
    spent = count();
  });
  if (!driven) return undefined;
  if (subject.database) await sleep(SETTLE_MS);
  const { serverUs, postgresUs } = spent();
  return {
    perSecond: driven.acts / driven.seconds,
    p50: percentile(driven.ms, 0.5),
    p99: percentile(driven.ms, 0.99),
    serverMs: serverUs / 1000 / driven.acts,
    postgresMs: postgresUs / 1000 / driven.acts,
  };
}
