import { Fragment } from 'react';
import { Form, Link, useRevalidator } from 'react-router';
import type { NeededFlower, StemsToBuy } from '#contract/desk-stems.ts';
import { DayInput } from '../day-input.tsx';
import type { Refused } from '../desk-page.ts';
import { useLive } from '../live.ts';
import { Back, RefusedWords } from './form-parts.tsx';
import { countBouquets, counted, describeOpen, describeRange, listRanges, stemsQuery } from './stems-words.ts';

/** More orders than this are not named one by one. */
const MOST_NAMED = 40;

type Props = { data: StemsToBuy; refused: Refused['refused'] | undefined };

/** What to buy, by flower. A tick is bought, for everybody at the bench. */
export function StemsView({ data, refused }: Props) {
  const { revalidate } = useRevalidator();
  useLive(() => void revalidate());
  const { from, to, spare } = data;
  const orders = data.as_if;
  const query = stemsQuery({ from, to, spare, orders });
  const open = describeOpen(data);
  return (
    <section className="desk-page">
      <div className="desk-top">
        <div>
          <h1>Stems to buy</h1>
          <p className="desk-soft">
            For {describeRange(data)}: {counted(data.orders, 'order')}, {counted(countBouquets(data), 'bouquet')},{' '}
            {counted(data.stems, 'stem')}.
          </p>
        </div>
        <div className="desk-acts">
          <a className="desk-button plain" href={`/api/desk/stems/csv/${query}`} download>
            CSV
          </a>
          <Link className="desk-button line" to={`/desk/print/stems${query}`}>
            Print list
          </Link>
        </div>
      </div>
      <Choices data={data} />
      {open && (
        <div className="paper-line">
          <p>
            <b>{open.until}</b> {open.rest}
          </p>
          {data.open?.expected && orders !== data.open.expected && (
            <Link
              className="desk-button plain"
              to={`/desk/stems${stemsQuery({ from, to, spare, orders: data.open.expected })}`}
            >
              Use {data.open.expected}
            </Link>
          )}
        </div>
      )}
      {orders !== null && (
        <div className="paper-line">
          <p>
            Counted as if there were <b>{orders} orders</b>; {data.orders} are here.
          </p>
          <Link className="desk-button plain" to={`/desk/stems${stemsQuery({ from, to, spare })}`}>
            Use {data.orders}
          </Link>
        </div>
      )}
      <RefusedWords refused={refused} />
      {data.flowers.length === 0 ? (
        <p className="paper-empty">Nothing is to be tied for {describeRange(data)}.</p>
      ) : (
        <div className="paper-side">
          <FlowerTable data={data} back={`/desk/stems${query}`} />
          <aside className="paper-stack">
            <Counts heading="Wrapping and vases" counts={data.wrapping} />
            <Counts heading="Add-ons" counts={data.extras} />
            <p className="desk-soft paper-small">
              Press a flower to see which orders it is for. A tick means bought; everyone at the bench sees it.
            </p>
          </aside>
        </div>
      )}
    </section>
  );
}

function Choices({ data: { from, to, spare, as_if: orders, counted_at } }: { data: StemsToBuy }) {
  const ranges = listRanges(new Date(counted_at));
  const isOther = !ranges.some((range) => range.from === from && range.to === to);
  return (
    <div className="paper-tools">
      <nav className="desk-switch" aria-label="For which days">
        {ranges.map((range) => (
          <Link
            key={range.words}
            to={`/desk/stems${stemsQuery({ ...range, spare })}`}
            aria-current={range.from === from && range.to === to ? 'page' : undefined}
          >
            {range.words}
          </Link>
        ))}
      </nav>
      <details className="paper-choose" open={isOther}>
        <summary className="desk-chip">Choose days</summary>
        <Form method="get" action="/desk/stems">
          <label htmlFor="stems-from">
            From <DayInput id="stems-from" name="from" defaultValue={from} required />
          </label>
          <label htmlFor="stems-to">
            to <DayInput id="stems-to" name="to" defaultValue={to} required />
          </label>
          {spare === 0 && <input type="hidden" name="spare" value="0" />}
          <button type="submit" className="desk-button line">
            Show
          </button>
        </Form>
      </details>
      <Form method="get" action="/desk/stems" className="paper-spare">
        <input type="hidden" name="from" value={from} />
        <input type="hidden" name="to" value={to} />
        {orders !== null && <input type="hidden" name="orders" value={orders} />}
        <button type="submit" name="spare" value={spare === 0 ? 5 : 0} className="desk-chip" aria-pressed={spare > 0}>
          {spare > 0 ? `${spare} % spare` : 'No spare'}
        </button>
      </Form>
    </div>
  );
}

function FlowerTable({ data, back }: { data: StemsToBuy; back: string }) {
  const groups = Map.groupBy(data.flowers, ({ group }) => group);
  return (
    <table className="paper-table stems-table">
      <thead>
        <tr>
          <th>
            <span className="sr-only">Bought</span>
          </th>
          <th>Flower</th>
          <th className="wide-only">For</th>
          <th className="number wide-only">Needed</th>
          <th className="number">In the cooler</th>
          <th className="number">Buy</th>
        </tr>
      </thead>
      <tbody>
        {[...groups].map(([group, flowers]) => (
          <Fragment key={group}>
            <tr className="group">
              <th colSpan={6} scope="rowgroup">
                {group}
              </th>
            </tr>
            {flowers.map((flower) => (
              <FlowerRow key={flower.flower} row={flower} data={data} back={back} />
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

function FlowerRow({ row, data, back }: { row: NeededFlower; data: StemsToBuy; back: string }) {
  const { flower, bought, needed, in_cooler } = row;
  const named = row.for.map(({ bouquet, stems }) => ({ ...data.bouquets[bouquet], stems }));
  const orders = [...new Set(named.flatMap((bouquet) => bouquet.orders ?? []))].toSorted((one, other) => one - other);
  const range = (
    <>
      <Back to={back} />
      <input type="hidden" name="from" value={data.from} />
      <input type="hidden" name="to" value={data.to} />
      <input type="hidden" name="flower" value={flower} />
    </>
  );
  return (
    <tr className={bought ? 'got' : undefined}>
      <td>
        <Form method="post" action="/desk/stems" replace preventScrollReset>
          {range}
          <input type="hidden" name="do" value="bought" />
          <input type="hidden" name="needed" value={needed} />
          <button
            type="submit"
            name="bought"
            value={bought ? 0 : 1}
            className="paper-tick"
            aria-pressed={bought}
            aria-label={`${flower} bought`}
          />
        </Form>
      </td>
      <td>
        <details>
          <summary className="lead">{flower}</summary>
          <p className="paper-small">{named.map(({ name, stems }) => `${name} ${stems}`).join(', ')}.</p>
          <p className="paper-small">
            Orders{' '}
            {orders.slice(0, MOST_NAMED).map((id, index) => (
              <Fragment key={id}>
                {index > 0 && ', '}
                <Link to={`/desk/ticket/${id}`}>{id}</Link>
              </Fragment>
            ))}
            {orders.length > MOST_NAMED && ` and ${orders.length - MOST_NAMED} more`}
          </p>
        </details>
        {row.since_bought > 0 && <p className="paper-warn">{counted(row.since_bought, 'stem')} more than was bought</p>}
      </td>
      <td className="desk-soft wide-only">
        {named.map(({ name, stems }, index) => (
          <Fragment key={name}>
            {index > 0 && ', '}
            {name} <b>{stems}</b>
          </Fragment>
        ))}
      </td>
      <td className="number wide-only">{needed}</td>
      <td className="number">
        <Form method="post" action="/desk/stems" replace preventScrollReset>
          {range}
          <input
            key={in_cooler}
            name="count"
            className="paper-input number"
            inputMode="numeric"
            autoComplete="off"
            defaultValue={in_cooler === 0 ? '' : in_cooler}
            placeholder="0"
            aria-label={`${flower} in the cooler`}
            onBlur={({ currentTarget }) => {
              if (currentTarget.value !== currentTarget.defaultValue) currentTarget.form?.requestSubmit();
            }}
          />
        </Form>
      </td>
      <td className="number">
        <b className="buy">{row.bunches ?? row.buy}</b>
        {row.bunches !== null && (
          <span className="paper-small desk-soft">
            {row.bunches === 1 ? 'bunch' : 'bunches'} of {row.bunch}
          </span>
        )}
      </td>
    </tr>
  );
}

function Counts({ heading, counts }: { heading: string; counts: StemsToBuy['wrapping'] }) {
  if (counts.length === 0) return null;
  return (
    <div className="paper-slip">
      <h2>{heading}</h2>
      <ul className="paper-dots">
        {counts.map(({ name, count }) => (
          <li key={name}>
            <span>{name}</span>
            <i />
            <b>{count}</b>
          </li>
        ))}
      </ul>
    </div>
  );
}
