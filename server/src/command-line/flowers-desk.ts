import { listBunches, MarketBunch, setBunches } from '#server/features/catalogue/recipes/bunches.ts';
import { type Desk, inTransaction, NotDone, writeLog } from './desk.ts';
import { printable } from './printable.ts';

/** How the market sells flowers. */
export async function listFlowers({ db, print }: Desk): Promise<void> {
  const bunches = [...(await listBunches(db))].toSorted(([one], [other]) => one.localeCompare(other, 'en-GB'));
  if (bunches.length === 0) return print('Every flower is bought by the stem.');
  for (const [flower, bunch] of bunches) print(`${printable(flower)}: ${inWords(bunch)}`);
  print('Every other flower is bought by the stem.');
}

/** Sets how many stems of a flower make a bunch; 1 for one that is bought by the stem. */
export async function setFlower(desk: Desk, typed: string, stems: string): Promise<void> {
  const { data, error } = MarketBunch.safeParse({ flower: typed, bunch: Number(stems) });
  if (error) throw new NotDone(error.issues.map(({ message }) => message).join(' '));
  const { flower, bunch } = data;
  await inTransaction(desk, `flower ${flower}`, async (tx) => {
    const before = (await listBunches(tx)).get(flower) ?? 1;
    await setBunches(tx, [{ flower, bunch }]);
    await writeLog(desk, tx, 'set bunch', 0, { flower, before, after: bunch });
  });
  desk.print(`${printable(flower)}: ${inWords(bunch)}`);
}

const inWords = (bunch: number): string => (bunch === 1 ? 'by the stem' : `bunches of ${bunch}`);
