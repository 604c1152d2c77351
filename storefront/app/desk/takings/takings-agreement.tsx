import { Link } from 'react-router';
import { formatDay } from '#contract/delivery.ts';
import { formatPounds } from '#contract/money.ts';
import { OrderLink } from '../orders/order-link.tsx';
import { Facts, Slip } from '../ui/slip.tsx';
import type { TakingsData } from './takings-data.ts';

/** Whether the books are PayPal's, to the penny; what is compared is said, and nothing more. */
export function TakingsAgreement({ data }: { data: TakingsData }) {
  const { agreement, period, from } = data;
  const { is_equal, ours, paypal, unread, undecided, differences, unexplained } = agreement;
  return (
    <Slip title="Beside PayPal" id="agreement">
      {is_equal ? (
        <p>
          <b>Equal to the penny.</b> {formatPounds(ours.captured)} captured, {formatPounds(ours.refunded)} refunded.
        </p>
      ) : (
        <p className="desk-warn">
          {unread > 0 && differences.every(({ paypal }) => paypal === null) ? waiting(unread) : 'Not equal.'}
        </p>
      )}
      {!is_equal && (
        <Facts
          facts={[
            ['Our orders, less refunds', formatPounds(ours.captured - ours.refunded)],
            ['PayPal’s captures, less refunds', formatPounds(paypal.captured - paypal.refunded)],
          ]}
        />
      )}
      <Differences list={differences.slice(0, SHOWN)} />
      {differences.length > SHOWN && (
        <details>
          <summary className="desk-button plain mid">{differences.length - SHOWN} more</summary>
          <Differences list={differences.slice(SHOWN)} />
        </details>
      )}
      {unexplained !== 0 && (
        <p className="text-small">
          {formatPounds(Math.abs(unexplained))} of it stands in orders that have no payment here.
        </p>
      )}
      {undecided > 0 && (
        <p className="text-small">
          {undecided === 1 ? '1 payment or refund is' : `${undecided} payments or refunds are`} not decided at PayPal,
          of any day. {undecided === 1 ? 'It counts' : 'They count'} once PayPal has decided.
        </p>
      )}
      <p className="text-small text-soft">
        Compared: the orders and refunds of these days with the sums that PayPal named for their captures and refunds.
        Money that PayPal took for orders we do not know is asked for apart.
      </p>
      <Unknown data={data} />
      <Link
        className="desk-button line wide"
        to={`/desk/takings?period=${period}&day=${from}&ask=paypal`}
        preventScrollReset
      >
        Ask PayPal for unknown money
      </Link>
    </Slip>
  );
}

/** A long list would push the files for the books out of sight. */
const SHOWN = 8;

function Differences({ list }: { list: TakingsData['agreement']['differences'] }) {
  if (list.length === 0) return null;
  return (
    <ul className="text-small *:border-line *:border-b *:py-1.5">
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
      <p className="desk-warn">PayPal took money for orders that we do not know:</p>
      <ul className="text-small *:border-line *:border-b *:py-1.5">
        {unknown.captures.map(({ capture, invoice, amount }) => (
          <li key={capture}>
            {formatPounds(amount)}, invoice {invoice}, capture {capture}
          </li>
        ))}
      </ul>
      <p className="text-small">
        The command <code>npm run desk -- payments reconcile</code> tells more, and gives it back.
      </p>
    </div>
  );
}
