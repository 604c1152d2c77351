import { median } from '../../rig/statistics.ts';
import { against, figure, type Table } from '../../rig/table.ts';

/** A call that is more than this much dearer than before is marked. */
const MOST = 1.1;

/** What a call cost in each round. */
export type Row = { name: string; before: number[]; after: number[]; floor?: number[] };

/** Of what was measured: a version may have no such call. */
const medianOfMeasured = (rounds: number[]): number => median(rounds.filter(Number.isFinite));
/** Round by round: a machine that is busy for a while makes both dearer. */
const ratioOf = (costs: number[], beside: number[]): number =>
  medianOfMeasured(costs.map((ms, round) => ms / (beside[round] ?? Number.NaN)));
const times = (ratio: number): string => (Number.isFinite(ratio) ? `${figure(ratio)}×` : '–');

/** Before and after, what the change costs, and how far each is above the floor where there is one. */
export function toTable(title: string, rows: Row[], notes: string[]): Table {
  const hasFloor = rows.some(({ floor }) => floor);
  return {
    title,
    columns: [
      '',
      'before',
      'after',
      `ratio, ≤ ${MOST}×`,
      ...(hasFloor ? ['floor', 'before : floor', 'after : floor'] : []),
    ],
    rows: rows.map(({ name, before, after, floor = [] }) => {
      const ratio = ratioOf(after, before);
      const verdict = Number.isFinite(ratio) ? against(times(ratio), ratio <= MOST) : 'new';
      const own = [name, figure(medianOfMeasured(before)), figure(medianOfMeasured(after)), verdict];
      if (!hasFloor) return own;
      return [...own, figure(medianOfMeasured(floor)), ...[before, after].map((costs) => times(ratioOf(costs, floor)))];
    }),
    notes,
  };
}
