/** The list with one moved to another place; a place beyond an end is that end. */
export const moveTo = <T>(list: readonly T[], from: number, to: number): T[] => {
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(Math.max(0, Math.min(to, rest.length)), 0, ...list.slice(from, from + 1));
};

/**
 * Stops as the shop has them, in the order that somebody is giving them. What came meanwhile stands last, as the shop will put it;
 * what has gone is gone.
 */
export function arrangeStops<T extends { order: number }>(stops: readonly T[], wanted: readonly number[] = []): T[] {
  const found = wanted.flatMap((id) => stops.find(({ order }) => order === id) ?? []);
  return [...found, ...stops.filter(({ order }) => !wanted.includes(order))];
}
