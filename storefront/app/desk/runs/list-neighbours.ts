/** Doors near an address, to be pressed instead of typed: the numbers beside it, and other flats if it is one. */
export function listNeighbours(lines: readonly string[]): string[] {
  const house = findNumber(lines, /^(\d{1,4})[a-z]?\b/i);
  const flat = findNumber(lines, /\b(?:flat|apartment|apt|unit)\s*(\d{1,3})\b/i);
  const houses =
    house === undefined ? [] : [house - 4, house - 2, house + 2, house + 4].map((door) => [door, `${door}`]);
  const flats =
    flat === undefined ? [] : [flat - 2, flat - 1, flat + 1, flat + 2].map((door) => [door, `Flat ${door}`]);
  return [...houses, ...flats].flatMap(([door, words]) => (Number(door) > 0 ? [String(words)] : []));
}

function findNumber(lines: readonly string[], pattern: RegExp): number | undefined {
  for (const line of lines) {
    const found = pattern.exec(line.trim())?.[1];
    if (found) return Number(found);
  }
  return undefined;
}
