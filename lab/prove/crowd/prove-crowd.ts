import { listOnSale } from '../../rig/customer.ts';
import { openFirst } from '../agreement.ts';
import { type Line, type Proof, scaled } from '../proof.ts';
import { openTestEnvironment, requireOpen, type TestEnvironment } from '../test-environment.ts';
import { addInManyTabs } from './many-tabs.ts';
import { sendAsOne } from './one-against-others.ts';
import { runLoad } from './run-load.ts';

const PEOPLE = 1_000;
const RAMP_MS = 30_000;
const TABS = 200;

/** Everybody at once, as on the day before Mother's Day; then everybody wants the same bouquet; then one has many tabs. */
export const crowd: Proof = {
  name: 'crowd',
  about:
    '1,000 people through the whole shop at once, 1,000 after one bouquet, one person in 200 tabs, and one against others',
  async prove(options, log) {
    await using env = await openTestEnvironment();
    await openFirst(env);
    const shop = await requireOpen(env);
    const bouquets = (await listOnSale(env.client)).map(({ id }) => id);
    const [one = 0] = bouquets;
    const size = { people: scaled(options, PEOPLE, 10), rampMs: scaled(options, RAMP_MS, 1_000) };
    const tries: Record<string, () => Promise<Line[]>> = {
      'through the whole shop': async () => [
        await runLoad(env, shop, { what: 'through the whole shop', ...size, bouquets }, log),
      ],
      'hot: all of them after one bouquet': async () => {
        const before = await countSold(env, one);
        const what = 'hot: all of them after one bouquet';
        const line = await runLoad(env, shop, { what, ...size, bouquets: [one] }, log);
        const sold = (await countSold(env, one)) - before;
        if (sold !== size.people) line.lost.push(`${sold} sold to ${size.people} people`);
        return [line];
      },
      'hot: one person in many tabs': async () => [
        await addInManyTabs(env, `hot: one person in ${TABS} tabs, ten bouquets`, TABS, bouquets.slice(0, 10)),
        await addInManyTabs(env, `hot: one person in ${TABS} tabs, one bouquet`, TABS, [one]),
      ],
    };
    // First, while there is nothing yet that the shop has to do besides.
    const lines: Line[] = await sendAsOne(options, shop, one, log);
    for (const [what, attempt] of Object.entries(tries)) {
      if (what.includes(options.only ?? '')) lines.push(...(await attempt()));
    }
    return { lines };
  },
};

async function countSold({ query }: TestEnvironment, bouquet: number): Promise<number> {
  const [found] = await query<{ sold: number }>('select sold from products where id = $1', [bouquet]);
  return found?.sold ?? 0;
}
