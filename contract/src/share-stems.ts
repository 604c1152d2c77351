type Line = { bouquets: number; stems: number };

/**
 * Of a flower that runs short, what is left goes to what leaves first; `missing` is what each bouquet of a line goes without. The
 * bouquets of one line are tied alike, so a line takes whole stems for each of them and leaves the rest to the next.
 */
export function shareStems<Of extends Line>(lines: readonly Of[], left: number): (Of & { missing: number })[] {
  let rest = Math.max(0, left);
  return lines.map((line) => {
    const kept = Math.min(line.stems, Math.floor(rest / line.bouquets));
    rest -= kept * line.bouquets;
    return { ...line, missing: line.stems - kept };
  });
}

export const countStems = (lines: readonly Line[]): number =>
  lines.reduce((sum, { bouquets, stems }) => sum + bouquets * stems, 0);
