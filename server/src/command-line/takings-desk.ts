import { rebuildTakings } from '#server/features/takings/rebuild-takings.ts';
import type { Desk } from './desk.ts';

/** Counts takings anew, should they ever differ from the orders. */
export async function rebuildTakingsAtDesk(desk: Desk): Promise<void> {
  const { days, bouquets } = await rebuildTakings(desk);
  desk.print(
    days + bouquets === 0
      ? 'Takings were counted anew: nothing had differed.'
      : `Takings were counted anew: ${days} days and ${bouquets} sums of bouquets had differed, and are right now.`,
  );
}
