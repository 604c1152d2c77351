import { medianOf } from '../../rig/statistics.ts';
import type { Size } from './bouquets.ts';
import type { Call } from './calls.ts';
import type { Alone } from './pgbench.ts';

/** Fewer and shorter ones show that it works; the figures want these. */
export const roundsOr = (usual: number): number => Number(process.env.BENCH_PEERS_ROUNDS ?? usual);
export const ROUNDS = roundsOr(3);
export const SECONDS = Number(process.env.BENCH_PEERS_SECONDS ?? 2);
export const CHECKOUTS_AT_ONCE = 5;

/** Of one call in one round; times in milliseconds, processor time for each call. */
export type Cost = { perSecond: number; p50: number; p99: number; serverMs: number; postgresMs: number };
/** Statements of one call, and what opens and closes transactions around them. */
export type Statements = { own: number; transaction: number };

/** All that was measured with so many bouquets, by server. */
export type Figures = {
  size: Size;
  costs: Map<Call, Map<string, Cost[]>>;
  statements: Map<string, Map<Call, Statements>>;
  alone: Alone[];
  /** What failed, so that a gap is not taken for a figure. */
  gaps: string[];
  memory: Map<string, { restKb: number; loadedKb: number }>;
  coldStartMs: Map<string, number>;
};

export function middleOf({ costs }: Figures, call: Call, name: string): Cost | undefined {
  const rounds = costs.get(call)?.get(name);
  return rounds && medianOf(rounds, 'perSecond', 'p50', 'p99', 'serverMs', 'postgresMs');
}
