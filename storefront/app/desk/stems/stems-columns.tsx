import { Fragment, type ReactNode } from 'react';
import { Form, Link } from 'react-router';
import type { NeededFlower, StemsToBuy } from '#contract/desk-stems.ts';
import { Hidden } from '../ui/field.tsx';
import type { Column } from '../ui/table.tsx';
import { counted } from './stems-words.ts';

/** More orders than this are not named one by one. */
const MOST_NAMED = 40;

/** A row for each flower: what is in the cooler, what to buy, and whether it is bought. */
export const columnsFor = (data: StemsToBuy, back: string): Column<NeededFlower>[] => [
  {
    head: 'Bought',
    isQuiet: true,
    cell: ({ flower, bought, needed }) => (
      <Press data={data} back={back} values={{ flower, do: 'bought', needed }}>
        <button
          type="submit"
          name="bought"
          value={bought ? 0 : 1}
          className="size-12 grid place-items-center before:size-6.5 before:grid before:place-items-center before:border-[1.5px] before:border-control before:rounded-[5px] before:bg-lift before:text-on-leaf before:text-[1rem]/[1] before:font-bold aria-pressed:before:border-leaf-700 aria-pressed:before:bg-leaf-700 aria-pressed:before:content-['✓']"
          aria-pressed={bought}
          aria-label={`${flower} bought`}
        />
      </Press>
    ),
  },
  { head: 'Flower', cell: (row) => <Flower row={row} data={data} /> },
  {
    head: 'For',
    isWide: true,
    className: 'text-soft',
    cell: (row) =>
      namedIn(row, data).map(({ name, stems }, index) => (
        <Fragment key={name}>
          {index > 0 && ', '}
          {name} <b>{stems}</b>
        </Fragment>
      )),
  },
  { head: 'Needed', isWide: true, isNumber: true, cell: ({ needed }) => needed },
  {
    head: 'In the cooler',
    isNumber: true,
    cell: ({ flower, in_cooler }) => (
      <Press data={data} back={back} values={{ flower }}>
        <input
          key={in_cooler}
          name="count"
          className="desk-input min-h-11 w-19 px-3 py-1.5 text-right"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={in_cooler === 0 ? '' : in_cooler}
          placeholder="0"
          aria-label={`${flower} in the cooler`}
          onBlur={({ currentTarget }) => {
            if (currentTarget.value !== currentTarget.defaultValue) currentTarget.form?.requestSubmit();
          }}
        />
      </Press>
    ),
  },
  {
    head: 'Buy',
    isNumber: true,
    cell: ({ bunches, bunch, buy }) => (
      <>
        <b className="buy block font-semibold text-[1.375rem]/[1.1]">{bunches ?? buy}</b>
        {bunches !== null && (
          <span className="text-small text-soft">
            {bunches === 1 ? 'bunch' : 'bunches'} of {bunch}
          </span>
        )}
      </>
    ),
  },
];

type PressProps = { data: StemsToBuy; back: string; values: Record<string, string | number>; children: ReactNode };

const Press = ({ data: { from, to }, back, values, children }: PressProps) => (
  <Form method="post" action="/desk/stems" replace preventScrollReset>
    <Hidden values={{ back, from, to, ...values }} />
    {children}
  </Form>
);

const namedIn = (row: NeededFlower, data: StemsToBuy) =>
  row.for.map(({ bouquet, stems }) => ({ ...data.bouquets[bouquet], stems }));

/** Pressed, it says for which orders it is. */
function Flower({ row, data }: { row: NeededFlower; data: StemsToBuy }) {
  const named = namedIn(row, data);
  const orders = [...new Set(named.flatMap((bouquet) => bouquet.orders ?? []))].toSorted((one, other) => one - other);
  return (
    <>
      <details>
        <summary className="lead min-h-10 py-2">{row.flower}</summary>
        <p className="pb-1.5">{named.map(({ name, stems }) => `${name} ${stems}`).join(', ')}.</p>
        <p className="pb-1.5">
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
      {row.since_bought > 0 && (
        <p className="font-semibold text-marigold-ink">{counted(row.since_bought, 'stem')} more than was bought</p>
      )}
    </>
  );
}
