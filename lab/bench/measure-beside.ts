import type { Report } from './results.ts';

/** Measures the shop of the checkout in that folder. */
export type Measure = (root: string) => Promise<Report>;

const NOTE = 'Before and after were measured in one run, one after the other.';

/** Another checkout's shop and then this one's, by the same bench: every table twice, one after the other. */
export async function measureBeside(measure: Measure, before: string, after: string): Promise<Report> {
  const [first, second] = [await measure(before), await measure(after)];
  const tables = second.tables.flatMap((table, place) => {
    const older = first.tables[place];
    const both = [
      ...(older ? [{ ...older, title: `${older.title}, before` }] : []),
      { ...table, title: `${table.title}, after` },
    ];
    return both.map((each) => ({ ...each, notes: [NOTE, ...(each.notes ?? [])] }));
  });
  return { ...second, run: `Before: ${first.run}\n\nAfter: ${second.run}`, tables };
}
