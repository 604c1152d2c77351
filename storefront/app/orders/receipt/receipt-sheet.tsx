import { formatDay, londonDay } from '#contract/delivery.ts';
import { formatPounds } from '#contract/money.ts';
import type { Receipt } from '#contract/receipts.ts';

const dateOf = (moment: string) => {
  const day = londonDay(new Date(moment));
  return `${formatDay(day)} ${day.slice(0, 4)}`;
};

/** A receipt as it is printed, on one sheet of A4. Its stylesheet is receipt.css, which the shop and the desk load each for itself. */
export function ReceiptSheet({ receipt }: { receipt: Receipt }) {
  const { order, buyer, paid_at, delivery_date, seller, lines, sums, amount, refunds, left, payment, vat } = receipt;
  return (
    <article className="receipt" aria-labelledby="receipt-title">
      <header>
        <div>
          <h1 id="receipt-title">Receipt</h1>
          <p>Order {order}</p>
        </div>
        <address>
          <b>{seller.name}</b>
          <span>{seller.street}</span>
          <span>
            {seller.city} {seller.postcode}
          </span>
          <span>{seller.email}</span>
          {seller.phone && <span>{seller.phone}</span>}
          {seller.company_number && <span>Company number {seller.company_number}</span>}
          {vat && <span>VAT number {vat.number}</span>}
        </address>
      </header>
      <dl className="receipt-facts">
        <div>
          <dt>Paid by</dt>
          <dd>{buyer ?? 'A former customer'}</dd>
        </div>
        <div>
          <dt>Paid on</dt>
          <dd>{dateOf(paid_at)}</dd>
        </div>
        <div>
          <dt>Paid with</dt>
          <dd>
            {payment.by}, {payment.invoice}
          </dd>
        </div>
        {delivery_date && (
          <div>
            <dt>Delivery</dt>
            <dd>
              {formatDay(delivery_date)} {delivery_date.slice(0, 4)}
            </dd>
          </div>
        )}
      </dl>
      <table>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Each</th>
            <th scope="col">How many</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be alike, and their order never changes
            <tr key={place}>
              <td>{line.words}</td>
              <td>{formatPounds(line.each)}</td>
              <td>{line.quantity}</td>
              <td>{formatPounds(line.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className="receipt-sums">
        {sums.map(({ words, amount: pounds }) => (
          <div key={words}>
            <dt>{words}</dt>
            <dd>{formatPounds(pounds)}</dd>
          </div>
        ))}
        <div className="sum">
          <dt>Paid</dt>
          <dd>{formatPounds(amount)}</dd>
        </div>
        {refunds.map((refund) => (
          <div key={`${refund.refunded_at} ${refund.amount}`}>
            <dt>
              Refunded on {dateOf(refund.refunded_at)}: {refund.reason}
            </dt>
            <dd>−{formatPounds(refund.amount)}</dd>
          </div>
        ))}
        {refunds.length > 0 && (
          <div className="sum">
            <dt>Left after refunds</dt>
            <dd>{formatPounds(left)}</dd>
          </div>
        )}
        {vat && (
          <div>
            <dt>VAT of {vat.percent} % contained in it</dt>
            <dd>{formatPounds(vat.amount)}</dd>
          </div>
        )}
      </dl>
    </article>
  );
}
