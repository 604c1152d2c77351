import { Link } from 'react-router';
import { formatDay, londonDay } from '#contract/delivery.ts';
import type { DeskMoney, DeskOrder } from '#contract/desk-orders.ts';
import { SIZE_NAMES } from '#contract/line-words.ts';
import { whenWords } from '#contract/moments.ts';
import { formatPounds } from '#contract/money.ts';

const PAYMENT_WORDS: Record<string, string> = {
  new: 'PayPal has not been asked yet',
  created: 'Waits for the buyer at PayPal',
  capturing: 'PayPal is being asked',
  unknown: 'PayPal has not said whether it took the money; we go on asking',
  pending: 'PayPal has not decided yet',
  captured: 'Captured',
  declined: 'Refused by PayPal',
  superseded: 'Given up: the cart had changed',
  expired: 'Not approved in time',
  refunding: 'Belonged to no order, goes back',
  refunded: 'Belonged to no order, went back',
};
const REFUND_WORDS: Record<DeskMoney['refunds'][number]['state'], string> = {
  asked: 'asked for, PayPal has not answered yet',
  unclear: 'PayPal has not said yet; we go on asking',
  done: 'gone back',
  failed: 'not made',
};

/** What was paid and what went back, as one sum that adds up before your eyes. */
export function MoneySlip({ order, now }: { order: DeskOrder; now: Date }) {
  const { money } = order;
  const captured = money.payments.find(({ state }) => state === 'captured');
  const stays = Math.round((money.paid - money.back - money.on_its_way) * 100) / 100;
  return (
    <div className="paper-slip">
      <h2>Money</h2>
      {order.replaces !== null && (
        <p className="desk-soft">
          Nothing was paid: it replaces <Link to={`/desk/orders/${order.replaces}`}>order {order.replaces}</Link>.
        </p>
      )}
      <dl className="order-sums">
        {order.replaces === null && listParts(order).map(({ key, ...part }) => <Sum key={key} {...part} />)}
        {order.replaces === null && (
          <div className="total">
            <dt>{order.paid_at ? `Paid, ${formatDay(londonDay(new Date(order.paid_at)), 'short')}` : 'To pay'}</dt>
            <dd>{formatPounds(money.paid)}</dd>
          </div>
        )}
        {money.vat !== null && <Sum label="Of that VAT" amount={money.vat} />}
        {money.fee !== null && <Sum label="PayPal’s fee" amount={-money.fee} />}
        {money.refunds
          .filter(({ state }) => state !== 'failed')
          .map((refund) => (
            <Sum
              key={refund.id}
              label={`${refund.state === 'done' ? 'Refunded' : 'On its way back'}, ${whenWords(refund.at, now)}`}
              amount={-refund.amount}
            />
          ))}
        {money.back + money.on_its_way > 0 && (
          <div className="total">
            <dt>Stays with us</dt>
            <dd>{formatPounds(stays)}</dd>
          </div>
        )}
      </dl>
      {money.refunds.length > 0 && (
        <ul className="order-refunds">
          {money.refunds.map(({ id, amount, state, reason, who, paypal_id, issue }) => (
            <li key={id} className={state === 'failed' ? 'failed' : ''}>
              <b>{formatPounds(amount)}</b> {REFUND_WORDS[state]}
              {issue && ` (${issue})`}, by {who}
              {reason && `: ${reason}`}
              {paypal_id && <span className="desk-mute"> PayPal {paypal_id}</span>}
            </li>
          ))}
        </ul>
      )}
      {money.payments
        .filter(({ state }) => state !== 'captured')
        .slice(0, 3)
        .map(({ invoice, state, issue, changed_at }) => (
          <p key={`${invoice} ${changed_at}`} className="paper-small desk-soft">
            {PAYMENT_WORDS[state] ?? state}
            {issue && ` (${issue})`}, {whenWords(changed_at, now)}
          </p>
        ))}
      {captured && (
        <p className="paper-small desk-soft">
          PayPal capture {captured.capture_id}
          <br />
          Invoice {captured.invoice}
        </p>
      )}
      <div className="desk-acts">
        {money.left > 0 &&
          (money.most_here > 0 ? (
            <Link className="desk-button line" to={`/desk/orders/${order.id}/refund`} data-key="r">
              Refund…
            </Link>
          ) : (
            <p className="desk-mute">An owner gives back more of this order.</p>
          ))}
        {captured && (
          <Link className="desk-button plain" to={`/desk/orders/${order.id}/receipt`}>
            Receipt
          </Link>
        )}
        {order.may.replace === null && (
          <Link className="desk-button plain" to={`/desk/orders/${order.id}/replace`} data-key="f">
            Replacement…
          </Link>
        )}
      </div>
    </div>
  );
}

type Part = { key: string; label: string; amount: number };

/** The flowers and extras by line, as far as they add up to what was agreed; then what else makes up the amount. */
function listParts({ lines, money: { sums } }: DeskOrder): Part[] {
  const byLine = lines.flatMap(({ id, name, size, quantity, price, extras }): Part[] => [
    { key: `line ${id}`, label: `${quantity} × ${name}, ${SIZE_NAMES[size]}`, amount: quantity * price },
    ...extras.map((extra) => ({
      key: `${id} ${extra.name}`,
      label: quantity > 1 ? `${quantity} × ${extra.name}` : extra.name,
      amount: quantity * extra.price,
    })),
  ]);
  const ofGoods = sums.filter(({ kind }) => kind === 'goods' || kind === 'extras');
  const add = (parts: { amount: number }[]) => Math.round(parts.reduce((sum, { amount }) => sum + amount * 100, 0));
  const toPart = ({ kind, label, amount }: (typeof sums)[number]): Part => ({ key: kind, label, amount });
  const rest = sums.filter((sum) => !ofGoods.includes(sum)).map(toPart);
  return add(byLine) === add(ofGoods) ? [...byLine, ...rest] : sums.map(toPart);
}

const Sum = ({ label, amount }: { label: string; amount: number }) => (
  <div>
    <dt>{label}</dt>
    <dd>{formatPounds(amount).replace('-', '−')}</dd>
  </div>
);
