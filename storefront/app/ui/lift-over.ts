export type Box = { top: number; bottom: number; left: number; right: number };

/** Between a toast and what it must not cover. */
const GAP = 8;

/**
 * How far a tray must rise to cover none of the boxes: as little as possible. Where there is no such position, because
 * they are taller than the room above them, the one that covers least of them.
 */
export function liftOver(tray: Box, boxes: readonly Box[]): number {
  const highest = Math.max(0, tray.top - GAP);
  const inTheWay = boxes
    .filter(({ left, right }) => left < tray.right && right > tray.left)
    .map(({ top, bottom }) => ({ top: top - GAP, bottom: bottom + GAP }));
  const covered = (lift: number) =>
    inTheWay
      .map(({ top, bottom }) => Math.min(bottom, tray.bottom - lift) - Math.max(top, tray.top - lift))
      // Browsers measure in fractions: less than half a pixel is rounding.
      .reduce((sum, height) => sum + (height < 0.5 ? 0 : height), 0);
  // The best position is right above a box, right below one, or at either end.
  const [first = 0, ...others] = [
    0,
    highest,
    ...inTheWay.flatMap(({ top, bottom }) => [tray.bottom - top, tray.top - bottom]),
  ]
    .filter((lift) => lift >= 0 && lift <= highest)
    .toSorted((one, other) => one - other);
  return others.reduce((best, lift) => (covered(lift) < covered(best) ? lift : best), first);
}
