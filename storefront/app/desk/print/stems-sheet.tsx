import { formatDay, londonDay, londonTime } from '#contract/delivery.ts';
import type { StemsToBuy } from '#contract/desk-stems.ts';
import { SHOP } from '#contract/shop.ts';
import { Marigold } from '../../shell/brand.tsx';
import { countBouquets, counted, describeRange } from '../stems/stems-words.ts';

/** The list for the market. */
export function StemsSheet({ stems }: { stems: StemsToBuy }) {
  const groups = Map.groupBy(
    stems.flowers.filter(({ buy }) => buy > 0),
    ({ group }) => group,
  );
  const now = new Date(stems.counted_at);
  const printed = `${formatDay(londonDay(now)).split(' ')[0]} ${londonTime(now)}`;
  return (
    <section className="a4 stems">
      <header>
        <div>
          <h1>Stems to buy</h1>
          <p>
            For {describeRange(stems)} {stems.to.slice(0, 4)}. {counted(stems.orders, 'order')},{' '}
            {counted(countBouquets(stems), 'bouquet')}
            {stems.as_if !== null && `, counted as if there were ${stems.as_if} orders`}
            {stems.spare > 0 && `, ${stems.spare} % spare`}, less what is in the cooler. Printed {printed}
            {stems.open && ', while the day is still open'}.
          </p>
        </div>
        <Marigold className="mark" />
      </header>
      <div className="columns">
        {[...groups].map(([group, flowers]) => (
          <section key={group}>
            <h2>{group}</h2>
            <ul>
              {flowers.map((row) => (
                <li key={row.flower}>
                  <i className={row.bought ? 'bought' : undefined} />
                  <b>{row.bunches ?? row.buy}</b>
                  <span>
                    {row.flower}
                    {row.bunch !== null && (
                      <small>
                        {row.bunches === 1 ? 'bunch' : 'bunches'} of {row.bunch}
                      </small>
                    )}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <footer>
        <span>{SHOP.name}</span>
        <span>A swap is fine if it is worth as much or more; write it down here: ______________________</span>
      </footer>
    </section>
  );
}
