export type Box = { top: number; bottom: number; left: number; right: number };

/** Between a toast and what it must not cover. */
const GAP = 8;

/**
 * How far a tray must rise from where it rests, so that it covers none of the boxes. Where there is no such place it goes as
 * high as the screen allows.
 */
export function liftOver(tray: Box, boxes: readonly Box[]): number {
  const height = tray.bottom - tray.top;
  let bottom = tray.bottom;
  const inTheWay = boxes
    .filter(({ left, right }) => left < tray.right && right > tray.left)
    .toSorted((one, other) => other.bottom - one.bottom);
  for (const box of inTheWay) {
    if (box.top < bottom + GAP && box.bottom > bottom - height - GAP) bottom = Math.min(bottom, box.top - GAP);
  }
  return Math.max(0, Math.min(tray.bottom - bottom, tray.top - GAP));
}
