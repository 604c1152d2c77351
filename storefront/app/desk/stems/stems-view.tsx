import type { ReactNode } from 'react';
import { Form, Link, useRevalidator } from 'react-router';
import type { StemsToBuy } from '#contract/desk-stems.ts';
import { DayInput } from '../day-input.tsx';
import type { Fields } from '../desk-api.ts';
import { useLive } from '../live.ts';
import { Columns } from '../ui/columns.tsx';
import { Page } from '../ui/page.tsx';
import { Refusals } from '../ui/said.tsx';
import { Slip } from '../ui/slip.tsx';
import { Empty, Table } from '../ui/table.tsx';
import { columnsFor } from './stems-columns.tsx';
import { countBouquets, counted, describeOpen, describeRange, listRanges, stemsQuery } from './stems-words.ts';

type Props = { data: StemsToBuy; refused: Fields | undefined };

/** What to buy, by flower. A tick is bought, for everybody at the bench. */
export function StemsView({ data, refused }: Props) {
  const { revalidate } = useRevalidator();
  useLive(() => void revalidate());
  const { from, to, spare } = data;
  const orders = data.as_if;
  const query = stemsQuery({ from, to, spare, orders });
  const open = describeOpen(data);
  return (
    <Page
      title="Stems to buy"
      lead={
        <>
          For {describeRange(data)}: {counted(data.orders, 'order')}, {counted(countBouquets(data), 'bouquet')},{' '}
          {counted(data.stems, 'stem')}.
        </>
      }
      acts={
        <div className="desk-acts">
          <a className="desk-button plain" href={`/api/desk/stems/csv/${query}`} download>
            CSV
          </a>
          <Link className="desk-button line" to={`/desk/print/stems${query}`}>
            Print list
          </Link>
        </div>
      }
    >
      <Choices data={data} />
      {open && (
        <Line
          use={data.open?.expected && orders !== data.open.expected && data.open.expected}
          to={`/desk/stems${stemsQuery({ from, to, spare, orders: data.open?.expected ?? null })}`}
        >
          <b>{open.until}</b> {open.rest}
        </Line>
      )}
      {orders !== null && (
        <Line use={data.orders} to={`/desk/stems${stemsQuery({ from, to, spare })}`}>
          Counted as if there were <b>{orders} orders</b>; {data.orders} are here.
        </Line>
      )}
      <Refusals refused={refused} />
      {data.flowers.length === 0 ? (
        <Empty>Nothing is to be tied for {describeRange(data)}.</Empty>
      ) : (
        <Columns
          side="narrow"
          aside={
            <>
              <Counts heading="Wrapping and vases" counts={data.wrapping} />
              <Counts heading="Add-ons" counts={data.extras} />
              <p className="text-small text-soft">
                Press a flower to see which orders it is for. A tick means bought; everyone at the bench sees it.
              </p>
            </>
          }
        >
          <Table
            className="stems-table"
            rows={data.flowers}
            columns={columnsFor(data, `/desk/stems${query}`)}
            keyOf={({ flower }) => flower}
            groupOf={({ group }) => group}
            rowClass={({ bought }) => (bought ? 'got' : undefined)}
          />
        </Columns>
      )}
    </Page>
  );
}

type LineProps = { children: ReactNode; use: number | false | null | undefined; to: string };

/** How it was counted, and how else it can be. */
const Line = ({ children, use, to }: LineProps) => (
  <div className="mb-4 flex flex-wrap items-center justify-between gap-x-3.5 gap-y-1 rounded-soft bg-tint px-4 py-2">
    <p className="flex-[1_1_280px] py-2">{children}</p>
    {use && (
      <Link className="desk-button plain" to={to}>
        Use {use}
      </Link>
    )}
  </div>
);

function Choices({ data: { from, to, spare, as_if: orders, counted_at } }: { data: StemsToBuy }) {
  const ranges = listRanges(new Date(counted_at));
  const isOther = !ranges.some((range) => range.from === from && range.to === to);
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3.5 gap-y-2.5">
      <nav className="desk-switch overflow-x-auto" aria-label="For which days">
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
      <details className="min-w-0 max-w-full" open={isOther}>
        <summary className="desk-chip">Choose days</summary>
        <Form method="get" action="/desk/stems" className="mt-2.5 flex flex-wrap items-center gap-2.5">
          <label htmlFor="stems-from">
            From <DayInput id="stems-from" className="desk-input w-auto" name="from" defaultValue={from} required />
          </label>
          <label htmlFor="stems-to">
            to <DayInput id="stems-to" className="desk-input w-auto" name="to" defaultValue={to} required />
          </label>
          {spare === 0 && <input type="hidden" name="spare" value="0" />}
          <button type="submit" className="desk-button line">
            Show
          </button>
        </Form>
      </details>
      <Form method="get" action="/desk/stems" className="ml-auto">
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

function Counts({ heading, counts }: { heading: string; counts: StemsToBuy['wrapping'] }) {
  if (counts.length === 0) return null;
  return (
    <Slip as="div" title={heading}>
      <ul>
        {counts.map(({ name, count }) => (
          <li key={name} className="flex items-baseline gap-2.5 py-1.25 text-small">
            <span>{name}</span>
            <i className="min-w-3 flex-1 border-control border-b border-dotted" />
            <b>{count}</b>
          </li>
        ))}
      </ul>
    </Slip>
  );
}
