import { Link } from 'react-router';
import { formatDay } from '#contract/delivery.ts';
import { formatPounds } from '#contract/money.ts';
import { OrderLink } from './order-link.tsx';
import type { TakingsData } from './takings-data.ts';

/** Whether the books are PayPal's, to the penny; what is compared is said, and nothing more. */
export function TakingsAgreement({ data }: { data: TakingsData }) {
  const { agreement, period, from } = data;
  const { is_equal, ours, paypal, unread, undecided, differences, unexplained } = agreement;
  return (
    <section className="paper-slip">
      <h2>Beside PayPal</h2>
      {is_equal ? (
        <p>
          <b>Equal to the penny.</b> {formatPounds(ours.captured)} captured, {formatPounds(ours.refunded)} refunded.
        </p>
      ) : (
        <p className="paper-warn">
          {unread > 0 && differences.every(({ paypal }) => paypal === null) ? waiting(unread) : 'Not equal.'}
        </p>
      )}
      {!is_equal && (
        <dl className="takings-adds">
          <div>
            <dt>Our orders, less refunds</dt>
            <dd>{formatPounds(ours.captured - ours.refunded)}</dd>
          </div>
          <div>
            <dt>PayPal’s captures, less refunds</dt>
            <dd>{formatPounds(paypal.captured - paypal.refunded)}</dd>
          </div>
        </dl>
      )}
      <Differences list={differences.slice(0, SHOWN)} />
      {differences.length > SHOWN && (
        <details className="office-leave">
          <summary className="desk-button plain mid">{differences.length - SHOWN} more</summary>
          <Differences list={differences.slice(SHOWN)} />
        </details>
      )}
      {unexplained !== 0 && (
        <p className="paper-small">
          {formatPounds(Math.abs(unexplained))} of it stands in orders that have no payment here.
        </p>
      )}
      {undecided > 0 && (
        <p className="paper-small">
          {undecided === 1 ? '1 payment or refund is' : `${undecided} payments or refunds are`} not decided at PayPal,
          of any day. {undecided === 1 ? 'It counts' : 'They count'} once PayPal has decided.
        </p>
      )}
      <p className="paper-small desk-soft takings-note">
        Compared: the orders and refunds of these days with the sums that PayPal named for their captures and refunds.
        Money that PayPal took for orders we do not know is asked for apart.
      </p>
      <Unknown data={data} />
      <Link
        className="desk-button line takings-wide"
        to={`/desk/takings?period=${period}&day=${from}&ask=paypal`}
        preventScrollReset
      >
        Ask PayPal for unknown money
      </Link>
    </section>
  );
}

/** A long list would push the files for the books out of sight. */
const SHOWN = 8;

function Differences({ list }: { list: TakingsData['agreement']['differences'] }) {
  if (list.length === 0) return null;
  return (
    <ul className="takings-differs">
      {list.map(({ what, order, on, ours, paypal }, index) => (
        // Two refunds of an order may be the same in everything.
        // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change in place
        <li key={index}>
          <OrderLink id={order} />, {what === 'refund' ? 'refund of ' : ''}
          {formatDay(on, 'short')}: {formatPounds(ours)} here,{' '}
          {paypal === null ? 'not told by PayPal yet' : `${formatPounds(paypal)} at PayPal`}
        </li>
      ))}
    </ul>
  );
}

const waiting = (unread: number): string =>
  unread === 1
    ? 'PayPal has not told the sum of 1 of them yet.'
    : `PayPal has not told the sums of ${unread} of them yet.`;

function Unknown({ data: { unknown } }: { data: TakingsData }) {
  if (!unknown) return null;
  if ('refused' in unknown)
    return (
      <p className="desk-refused" role="alert">
        {unknown.refused}
      </p>
    );
  if (unknown.captures.length === 0)
    return (
      <p role="status">
        Since {formatDay(unknown.since.slice(0, 10))} PayPal took nothing for this shop that it does not know.
      </p>
    );
  return (
    <div role="status">
      <p className="paper-warn">PayPal took money for orders that we do not know:</p>
      <ul className="takings-differs">
        {unknown.captures.map(({ capture, invoice, amount }) => (
          <li key={capture}>
            {formatPounds(amount)}, invoice {invoice}, capture {capture}
          </li>
        ))}
      </ul>
      <p className="paper-small">
        The command <code>npm run desk -- payments reconcile</code> tells more, and gives it back.
      </p>
    </div>
  );
}
