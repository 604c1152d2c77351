import { Link } from 'react-router';
import { addDays, formatDay } from '#contract/delivery.ts';
import { formatPounds } from '#contract/money.ts';
import { dayOfMonth, spanBefore, spanWords, TAKINGS_PERIODS, type TakingsPeriod } from '#contract/takings-period.ts';
import { DayInput } from '../day-input.tsx';
import type { Refused } from '../desk-page.ts';
import { BouquetPicture } from '../paper/bouquet-picture.tsx';
import { RefusedWords } from '../paper/form-parts.tsx';
import { Fill } from '../today/fill.tsx';
import { ForTheBooks } from './for-the-books.tsx';
import { TakingsAgreement } from './takings-agreement.tsx';
import { TakingsChart } from './takings-chart.tsx';
import type { TakingsData } from './takings-data.ts';

type Props = { data: TakingsData; refused: Refused['refused'] | undefined };

const PERIODS: Record<TakingsPeriod, string> = { day: 'Day', week: 'Week', month: 'Month' };

/** Is it going well, and what goes to the books. */
export function TakingsView({ data, refused }: Props) {
  return (
    <section className="desk-page">
      <div className="desk-top">
        <h1>Takings</h1>
        <Periods data={data} />
      </div>
      <RefusedWords refused={refused} />
      <div className="paper-side">
        <div className="paper-stack office-stack">
          <Summary data={data} />
          <TakingsChart key={data.from + data.period} data={data} />
          <ByBouquet data={data} />
          <ByDelivery data={data} />
        </div>
        <aside className="paper-stack office-stack" aria-label="The books">
          <AddsUp data={data} />
          <TakingsAgreement data={data} />
          <ForTheBooks data={data} />
        </aside>
      </div>
    </section>
  );
}

const toTakings = (period: TakingsPeriod, day: string, more = ''): string =>
  `/desk/takings?period=${period}&day=${day}${more}`;

function Periods({ data: { period, from, to, today } }: Pick<Props, 'data'>) {
  const before = spanBefore(period, { from, to });
  const after = addDays(to, 1);
  return (
    <div className="takings-when">
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
      <details className="paper-choose">
        <summary className="desk-button line">Choose</summary>
        <form method="get" action="/desk/takings">
          <input type="hidden" name="period" value={period} />
          <label htmlFor="takings-day">
            <span className="sr-only">A day of it</span>
            <DayInput id="takings-day" name="day" defaultValue={from} max={today} required />
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
      <p className="desk-soft">{isOver || period === 'day' ? words : soFar(period, words, from, today)}</p>
      <p className="takings-sum">{formatPounds(sums.takings)}</p>
      <p className="desk-soft">
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
      <b className="takings-more">
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
  return (
    <section>
      <h2 className="paper-h2">By bouquet</h2>
      {bouquets.length === 0 && <p className="desk-soft">Nothing was sold.</p>}
      {bouquets.length > 0 && (
        <table className="paper-table">
          <thead>
            <tr>
              <th colSpan={2} scope="col">
                Bouquet
              </th>
              <th className="number" scope="col">
                Sold
              </th>
              <th className="number" scope="col">
                Takings
              </th>
              <th className="wide">
                <span className="sr-only">Share</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {bouquets.map(({ id, name, picture, sold, amount }) => (
              <tr key={id}>
                <td className="takings-picture">
                  <BouquetPicture picture={picture} width={80} alt="" />
                </td>
                <td className="lead">{name}</td>
                <td className="number">{sold}</td>
                <td className="number">
                  <b>{formatPounds(amount)}</b>
                </td>
                <td className="wide takings-share">
                  <Fill part={most > 0 ? amount / most : 0} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="paper-small desk-soft takings-note">
        Without add-ons and delivery, before promo codes and refunds.
        {isAll && more_bouquets && ` These are the best ${bouquets.length}.`}
      </p>
      {(more_bouquets || isAll) && (
        <Link
          className="desk-button line office-below"
          to={toTakings(period, from, isAll ? '' : '&all=yes')}
          preventScrollReset
        >
          {isAll ? 'Only the best' : 'All bouquets'}
        </Link>
      )}
    </section>
  );
}

function ByDelivery({ data: { arriving } }: Pick<Props, 'data'>) {
  return (
    <section>
      <h2 className="paper-h2">By day of delivery</h2>
      {arriving.length === 0 && <p className="desk-soft">Nothing is delivered in these days.</p>}
      {arriving.length > 0 && (
        <table className="paper-table">
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th className="number" scope="col">
                Orders
              </th>
              <th className="number" scope="col">
                Paid for them
              </th>
            </tr>
          </thead>
          <tbody>
            {arriving.map(({ day, orders, amount }) => (
              <tr key={day}>
                <td>{formatDay(day)}</td>
                <td className="number">{orders}</td>
                <td className="number">
                  <b>{formatPounds(amount)}</b>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="paper-small desk-soft takings-note">
        Orders for these days, whenever they were paid for; before refunds, without those that were cancelled.
      </p>
    </section>
  );
}

function AddsUp({ data: { sums } }: Pick<Props, 'data'>) {
  const minus = (pounds: number): string => (pounds === 0 ? formatPounds(0) : `−${formatPounds(Math.abs(pounds))}`);
  const parts: [string, string][] = [
    ['Bouquets', formatPounds(sums.goods)],
    ['Add-ons', formatPounds(sums.extras)],
    ['Delivery', formatPounds(sums.delivery)],
    ['Surcharges', formatPounds(sums.surcharges)],
    ['Promo codes', minus(sums.discounts)],
    [sums.refunds > 0 ? `Refunds, ${sums.refunds}` : 'Refunds', minus(sums.refunded)],
  ];
  return (
    <section className="paper-slip">
      <h2>How it adds up</h2>
      <dl className="takings-adds">
        {parts.map(([name, sum]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{sum}</dd>
          </div>
        ))}
        <div className="sum">
          <dt>Takings</dt>
          <dd>{formatPounds(sums.takings)}</dd>
        </div>
        {sums.vat !== null && (
          <div>
            <dt>Of that VAT, 20 %</dt>
            <dd>{formatPounds(sums.vat)}</dd>
          </div>
        )}
        <div>
          <dt>PayPal’s fees</dt>
          <dd>{minus(sums.fees)}</dd>
        </div>
        <div className="sum">
          <dt>Reaches the bank</dt>
          <dd>{formatPounds(sums.reaches_bank)}</dd>
        </div>
      </dl>
      {sums.fees_unknown > 0 && (
        <p className="paper-warn">
          {sums.fees_unknown === 1
            ? 'The fee of 1 payment is not known yet and not taken off.'
            : `The fees of ${sums.fees_unknown.toLocaleString('en-GB')} payments are not known yet and not taken off.`}
        </p>
      )}
      {sums.vat === null && <p className="paper-small desk-soft">No VAT number is set, so no VAT is counted.</p>}
    </section>
  );
}
