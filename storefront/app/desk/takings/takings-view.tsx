import { Link } from 'react-router';
import { addDays, formatDay } from '#contract/delivery.ts';
import { formatPounds } from '#contract/money.ts';
import { dayOfMonth, spanBefore, spanWords, TAKINGS_PERIODS, type TakingsPeriod } from '#contract/takings-period.ts';
import { DayInput } from '../day-input.tsx';
import { BouquetPicture } from '../ui/bouquet-picture.tsx';
import { Columns } from '../ui/columns.tsx';
import { Fill } from '../ui/fill.tsx';
import { Page } from '../ui/page.tsx';
import { Facts, Slip } from '../ui/slip.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { ForTheBooks } from './for-the-books.tsx';
import { TakingsAgreement } from './takings-agreement.tsx';
import { TakingsChart } from './takings-chart.tsx';
import type { TakingsData } from './takings-data.ts';

const PERIODS: Record<TakingsPeriod, string> = { day: 'Day', week: 'Week', month: 'Month' };

type Props = { data: TakingsData };

/** Is it going well, and what goes to the books. */
export function TakingsView({ data }: Props) {
  return (
    <Page title="Takings" acts={<Periods data={data} />}>
      <Columns
        label="The books"
        side="narrow"
        aside={
          <>
            <AddsUp data={data} />
            <TakingsAgreement data={data} />
            <ForTheBooks data={data} />
          </>
        }
      >
        <Summary data={data} />
        <TakingsChart key={data.from + data.period} data={data} />
        <ByBouquet data={data} />
        <ByDelivery data={data} />
      </Columns>
    </Page>
  );
}

const toTakings = (period: TakingsPeriod, day: string, more = ''): string =>
  `/desk/takings?period=${period}&day=${day}${more}`;

function Periods({ data: { period, from, to, today } }: Pick<Props, 'data'>) {
  const before = spanBefore(period, { from, to });
  const after = addDays(to, 1);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <nav className="desk-switch" aria-label="How long">
        {TAKINGS_PERIODS.map((one) => (
          <Link
            key={one}
            to={toTakings(one, to < today ? to : today)}
            aria-current={one === period ? 'page' : undefined}
          >
            {PERIODS[one]}
          </Link>
        ))}
      </nav>
      <Link className="desk-round line" to={toTakings(period, before.from)} aria-label={`The ${period} before`}>
        ‹
      </Link>
      {after <= today && (
        <Link className="desk-round line" to={toTakings(period, after)} aria-label={`The ${period} after`}>
          ›
        </Link>
      )}
      <details className="min-w-0 max-w-full">
        <summary className="desk-button line">Choose</summary>
        <form method="get" action="/desk/takings" className="mt-2.5 flex flex-wrap items-center gap-2.5">
          <input type="hidden" name="period" value={period} />
          <label htmlFor="takings-day">
            <span className="sr-only">A day of it</span>
            <DayInput
              id="takings-day"
              className="desk-input w-auto"
              name="day"
              defaultValue={from}
              max={today}
              required
            />
          </label>
          <button type="submit" className="desk-button line">
            Show
          </button>
        </form>
      </details>
    </div>
  );
}

function Summary({ data: { period, from, to, today, sums, before } }: Pick<Props, 'data'>) {
  const isOver = to < today;
  const words = spanWords(period, { from, to }, today);
  return (
    <section aria-label="In all">
      <p className="text-soft">{isOver || period === 'day' ? words : soFar(period, words, from, today)}</p>
      <p className="font-serif text-[clamp(2.5rem,2rem+2.4vw,3.75rem)]/[1.08] tracking-[-0.025em]">
        {formatPounds(sums.takings)}
      </p>
      <p className="text-soft">
        {countOrders(sums.orders)}
        {sums.orders > 0 && `, ${formatPounds(charged(sums) / sums.orders)} each on average`}.{' '}
        {compare(sums.takings, before.takings)} {beforeWords(period, before, isOver)}.
      </p>
    </section>
  );
}

const charged = ({ takings, refunded }: TakingsData['sums']): number => takings + refunded;

const countOrders = (count: number): string => (count === 1 ? '1 order' : `${count.toLocaleString('en-GB')} orders`);

const soFar = (period: TakingsPeriod, words: string, from: string, today: string): string =>
  period === 'month' ? `${words} so far, ${dayOfMonth(from)} to ${dayOfMonth(today)}` : `${words}, so far`;

function compare(now: number, before: number) {
  const pence = Math.round(100 * (now - before));
  if (pence === 0) return 'As much as';
  return (
    <>
      <b className="text-leaf-700">
        {formatPounds(Math.abs(pence) / 100)} {pence > 0 ? 'more' : 'less'}
      </b>{' '}
      than
    </>
  );
}

function beforeWords(period: TakingsPeriod, before: TakingsData['before'], isOver: boolean): string {
  if (period === 'day') return 'the day before';
  const whole = spanWords(period, spanWhole(period, before), before.to);
  if (isOver) return period === 'week' ? 'the week before' : whole;
  return period === 'week'
    ? `the week before by ${formatDay(before.to).split(' ')[0]}`
    : `${whole} by the ${inOrder(dayOfMonth(before.to))}`;
}

const spanWhole = (period: TakingsPeriod, { from, to }: TakingsData['before']) =>
  period === 'month' ? { from, to: from } : { from, to };

function inOrder(day: number): string {
  const ending = [11, 12, 13].includes(day) ? 'th' : ({ 1: 'st', 2: 'nd', 3: 'rd' }[day % 10] ?? 'th');
  return `${day}${ending}`;
}

function ByBouquet({ data: { bouquets, more_bouquets, isAll, period, from } }: Pick<Props, 'data'>) {
  const most = bouquets[0]?.amount ?? 0;
  const columns: Column<(typeof bouquets)[number]>[] = [
    {
      head: 'Picture',
      isQuiet: true,
      className: 'w-12.5',
      cell: ({ picture }) => <BouquetPicture picture={picture} width={80} alt="" className="h-11.5 w-9.5" />,
    },
    { head: 'Bouquet', cell: ({ name }) => <span className="lead">{name}</span> },
    { head: 'Sold', isNumber: true, cell: ({ sold }) => sold },
    { head: 'Takings', isNumber: true, cell: ({ amount }) => <b>{formatPounds(amount)}</b> },
    {
      head: 'Share',
      isQuiet: true,
      isWide: true,
      className: 'w-[36%]',
      cell: ({ amount }) => <Fill part={most > 0 ? amount / most : 0} />,
    },
  ];
  return (
    <section className="grid gap-2.5">
      <h2 className="font-serif text-section">By bouquet</h2>
      {bouquets.length === 0 && <p className="text-soft">Nothing was sold.</p>}
      <Table rows={bouquets} columns={columns} keyOf={({ id }) => id} />
      <p className="text-small text-soft">
        Without add-ons and delivery, before promo codes and refunds.
        {isAll && more_bouquets && ` These are the best ${bouquets.length}.`}
      </p>
      {(more_bouquets || isAll) && (
        <Link
          className="desk-button line justify-self-start"
          to={toTakings(period, from, isAll ? '' : '&all=yes')}
          preventScrollReset
        >
          {isAll ? 'Only the best' : 'All bouquets'}
        </Link>
      )}
    </section>
  );
}

const DELIVERY_COLUMNS: Column<TakingsData['arriving'][number]>[] = [
  { head: 'Day', cell: ({ day }) => formatDay(day) },
  { head: 'Orders', isNumber: true, cell: ({ orders }) => orders },
  { head: 'Paid for them', isNumber: true, cell: ({ amount }) => <b>{formatPounds(amount)}</b> },
];

const ByDelivery = ({ data: { arriving } }: Pick<Props, 'data'>) => (
  <section className="grid gap-2.5">
    <h2 className="font-serif text-section">By day of delivery</h2>
    {arriving.length === 0 && <p className="text-soft">Nothing is delivered in these days.</p>}
    <Table rows={arriving} columns={DELIVERY_COLUMNS} keyOf={({ day }) => day} />
    <p className="text-small text-soft">
      Orders for these days, whenever they were paid for; before refunds, without those that were cancelled.
    </p>
  </section>
);

function AddsUp({ data: { sums } }: Pick<Props, 'data'>) {
  const minus = (pounds: number): string => (pounds === 0 ? formatPounds(0) : `−${formatPounds(Math.abs(pounds))}`);
  return (
    <Slip title="How it adds up" id="adds-up">
      <Facts
        facts={[
          ['Bouquets', formatPounds(sums.goods)],
          ['Add-ons', formatPounds(sums.extras)],
          ['Delivery', formatPounds(sums.delivery)],
          ['Surcharges', formatPounds(sums.surcharges)],
          ['Promo codes', minus(sums.discounts)],
          [sums.refunds > 0 ? `Refunds, ${sums.refunds}` : 'Refunds', minus(sums.refunded)],
          ['Takings', formatPounds(sums.takings), 'sum'],
          ...(sums.vat === null ? [] : [['Of that VAT, 20 %', formatPounds(sums.vat)] as [string, string]]),
          ['PayPal’s fees', minus(sums.fees)],
          ['Reaches the bank', formatPounds(sums.reaches_bank), 'sum'],
        ]}
      />
      {sums.fees_unknown > 0 && (
        <p className="desk-warn">
          {sums.fees_unknown === 1
            ? 'The fee of 1 payment is not known yet and not taken off.'
            : `The fees of ${sums.fees_unknown.toLocaleString('en-GB')} payments are not known yet and not taken off.`}
        </p>
      )}
      {sums.vat === null && <p className="text-small text-soft">No VAT number is set, so no VAT is counted.</p>}
    </Slip>
  );
}
