import { createRandom } from '#server/testing/random.ts';
import { HOURS, MODEL, PEAK_HOUR, type Single, singlesPerOrder, type Visit } from './traffic-model.ts';

/** Of each hour so many seconds are replayed, at the rate of that hour: the day is shorter, and no minute of it fuller. */
export const SECONDS = { peak: 20, other: 0.5 };

export type Arrival = { atMs: number; hour: number } & ({ single: Single } | { visit: Visit });
export type Day = { arrivals: Arrival[]; peak: [fromMs: number, toMs: number] };

/** Everybody who comes on a day of so many orders, each at a moment of their own whatever the others do (Poisson). */
export function planDay(orders: number, files: number, seed: number): Day {
  const random = createRandom(`${seed} ${orders}`);
  const perOrder: [object, number][] = [
    ...Object.entries(singlesPerOrder(files)).map(([single, count]): [object, number] => [{ single }, count]),
    ...Object.entries(MODEL.carts).map(([visit, count]): [object, number] => [{ visit }, count]),
  ];
  const arrivals: Arrival[] = [];
  let [fromMs, peak]: [number, Day['peak']] = [0, [0, 0]];
  for (const [hour, percent] of HOURS.entries()) {
    const toMs = fromMs + 1_000 * (hour === PEAK_HOUR ? SECONDS.peak : SECONDS.other);
    const ordersPerMs = (orders * percent) / 100 / 3_600_000;
    for (const [what, count] of perOrder) {
      const next = () => -Math.log(1 - random.roll()) / (ordersPerMs * count);
      for (let atMs = fromMs + next(); atMs < toMs; atMs += next()) arrivals.push({ ...what, atMs, hour } as Arrival);
    }
    if (hour === PEAK_HOUR) peak = [fromMs, toMs];
    fromMs = toMs;
  }
  return { arrivals: arrivals.toSorted((one, other) => one.atMs - other.atMs), peak };
}
