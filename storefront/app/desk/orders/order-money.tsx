import { Link } from 'react-router';
import { formatDay, londonDay } from '#contract/delivery.ts';
import type { DeskMoney, DeskOrder } from '#contract/desk-orders.ts';
import { SIZE_NAMES } from '#contract/line-words.ts';
import { whenWords } from '#contract/moments.ts';
import { formatPounds } from '#contract/money.ts';
import { Facts, Slip } from '../ui/slip.tsx';

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
  return (
    <Slip as="div" title="Money">
      {order.replaces !== null && (
        <p className="text-soft">
          Nothing was paid: it replaces <Link to={`/desk/orders/${order.replaces}`}>order {order.replaces}</Link>.
        </p>
      )}
      <Facts facts={listSums(order, now)} />
      {money.refunds.length > 0 && (
        <ul className="text-small">
          {money.refunds.map(({ id, amount, state, reason, who, paypal_id, issue }) => (
            <li key={id} className={`border-line border-t py-1.5 ${state === 'failed' ? 'text-error' : ''}`}>
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
          <p key={`${invoice} ${changed_at}`} className="text-small text-soft">
            {PAYMENT_WORDS[state] ?? state}
            {issue && ` (${issue})`}, {whenWords(changed_at, now)}
          </p>
        ))}
      {captured && (
        <p className="text-small text-soft">
          PayPal capture {captured.capture_id}
          <br />
          Invoice {captured.invoice}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-0.5 gap-y-2">
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
    </Slip>
  );
}

type Part = { label: string; amount: number };

/** The flowers and extras by line, as far as they add up to what was agreed; then what else makes up the amount. */
function listParts({ lines, money: { sums } }: DeskOrder): Part[] {
  const byLine = lines.flatMap(({ name, size, quantity, price, extras }): Part[] => [
    { label: `${quantity} × ${name}, ${SIZE_NAMES[size]}`, amount: quantity * price },
    ...extras.map((extra) => ({
      label: quantity > 1 ? `${quantity} × ${extra.name}` : extra.name,
      amount: quantity * extra.price,
    })),
  ]);
  const ofGoods = sums.filter(({ kind }) => kind === 'goods' || kind === 'extras');
  const add = (parts: { amount: number }[]) => Math.round(parts.reduce((sum, { amount }) => sum + amount * 100, 0));
  const toPart = ({ label, amount }: (typeof sums)[number]): Part => ({ label, amount });
  const rest = sums.filter((sum) => !ofGoods.includes(sum)).map(toPart);
  return add(byLine) === add(ofGoods) ? [...byLine, ...rest] : sums.map(toPart);
}

const inPounds = (amount: number): string => formatPounds(amount).replace('-', '−');

function listSums(order: DeskOrder, now: Date): [string, string, 'sum'?][] {
  const { money } = order;
  const stays = Math.round((money.paid - money.back - money.on_its_way) * 100) / 100;
  const sums: [string, string, 'sum'?][] = [];
  if (order.replaces === null) {
    for (const { label, amount } of listParts(order)) sums.push([label, inPounds(amount)]);
    const paid = order.paid_at ? `Paid, ${formatDay(londonDay(new Date(order.paid_at)), 'short')}` : 'To pay';
    sums.push([paid, formatPounds(money.paid), 'sum']);
  }
  if (money.vat !== null) sums.push(['Of that VAT', inPounds(money.vat)]);
  if (money.fee !== null) sums.push(['PayPal’s fee', inPounds(-money.fee)]);
  for (const { state, at, amount } of money.refunds.filter((refund) => refund.state !== 'failed'))
    sums.push([`${state === 'done' ? 'Refunded' : 'On its way back'}, ${whenWords(at, now)}`, inPounds(-amount)]);
  if (money.back + money.on_its_way > 0) sums.push(['Stays with us', formatPounds(stays), 'sum']);
  return sums;
}
