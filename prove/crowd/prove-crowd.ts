import type { Product } from '#contract/products.ts';
import { type Line, type Proof, scaled } from '../proof.ts';
import { openFirst, openTestEnvironment, requireOpen, SHOP, type TestEnvironment } from '../test-environment.ts';
import { addInManyTabs } from './many-tabs.ts';
import { runLoad } from './run-load.ts';

const PEOPLE = 1_000;
const RAMP_MS = 30_000;
const TABS = 200;

/** Everybody at once, as on the day before Mother's Day; then everybody wants the same bouquet; then one has many tabs. */
export const crowd: Proof = {
  name: 'crowd',
  about: '1,000 people through the whole shop at once, 1,000 after one bouquet, and one person in 200 tabs',
  async prove(wish, say) {
    const place = await openTestEnvironment();
    const promised = await openFirst(place);
    const shop = await requireOpen(place);
    const bouquets = await listBouquets();
    const [one = 0] = bouquets;
    const size = { people: scaled(wish, PEOPLE, 10), rampMs: scaled(wish, RAMP_MS, 1_000) };
    const tries: Record<string, () => Promise<Line[]>> = {
      'through the whole shop': async () => [
        await runLoad(place, shop, { what: 'through the whole shop', ...size, bouquets }, promised, say),
      ],
      'hot: all of them after one bouquet': async () => {
        const before = await countSold(place, one);
        const what = 'hot: all of them after one bouquet';
        const line = await runLoad(place, shop, { what, ...size, bouquets: [one] }, promised, say);
        const sold = (await countSold(place, one)) - before;
        if (sold !== size.people) line.lost.push(`${sold} sold to ${size.people} people`);
        return [line];
      },
      'hot: one person in many tabs': async () => [
        {
          ...(await addInManyTabs(place, TABS, bouquets.slice(0, 10))),
          what: `hot: one person in ${TABS} tabs, ten bouquets`,
        },
        { ...(await addInManyTabs(place, TABS, [one])), what: `hot: one person in ${TABS} tabs, one bouquet` },
      ],
    };
    const lines: Line[] = [];
    for (const [what, attempt] of Object.entries(tries)) {
      if (what.includes(wish.only ?? '')) lines.push(...(await attempt()));
    }
    await place.close();
    return { lines };
  },
};

async function listBouquets(): Promise<number[]> {
  const response = await fetch(`${SHOP}/api/products/?limit=100`);
  const all = (await response.json()) as Product[];
  return all.filter(({ availability }) => availability === 'on_sale').map(({ id }) => id);
}

async function countSold({ query }: TestEnvironment, bouquet: number): Promise<number> {
  const [found] = await query<{ sold: number }>('select sold from products where id = $1', [bouquet]);
  return found?.sold ?? 0;
}
