import type { StemsToBuy } from '#contract/desk-stems.ts';
import { writeTable } from '#server/features/catalogue/file/csv-table.ts';

const COLUMNS = ['Flower', 'Group', 'Needed', 'In the cooler', 'Buy', 'Bunch of', 'Bunches', 'Bought', 'For', 'Orders'];

/** The same list as a spreadsheet. */
export function writeStemsCsv({ flowers, bouquets }: StemsToBuy): string {
  return writeTable(
    COLUMNS,
    flowers.map((row) => ({
      Flower: row.flower,
      Group: row.group,
      Needed: String(row.needed),
      'In the cooler': String(row.in_cooler),
      Buy: String(row.buy),
      'Bunch of': row.bunch === null ? '' : String(row.bunch),
      Bunches: row.bunches === null ? '' : String(row.bunches),
      Bought: row.bought ? 'yes' : '',
      For: row.for.map(({ bouquet, stems }) => `${bouquets[bouquet]?.name} ${stems}`).join(', '),
      Orders: [...new Set(row.for.flatMap(({ bouquet }) => bouquets[bouquet]?.orders ?? []))]
        .toSorted((one, other) => one - other)
        .join(' '),
    })),
  );
}
