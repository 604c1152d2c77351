import { useEffect, useRef, useState } from 'react';
import { useNavigation } from 'react-router';
import { type DeskMoney, MAX_REASON_LENGTH } from '#contract/desk-orders.ts';
import { formatPounds, readPounds } from '#contract/money.ts';
import type { DeskPage, Refused } from '../desk-page.ts';
import { FieldRefused, readText } from '../paper/form-parts.tsx';
import { ConfirmedForm } from '../staff/confirmed-form.tsx';
import { loadOrder, type OrderData } from './order-data.ts';
import { Back, OrderFrame } from './order-frame.tsx';

export const refundPage: DeskPage<OrderData> = {
  path: 'orders/:id/refund',
  title: 'Refund',
  load: loadOrder,
  async act(api, form, { id = '' }) {
    const amount = readText(form, 'amount');
    await api.send('POST', `/api/desk/orders/${id}/refund/`, {
      what: readText(form, 'what'),
      parts: form.getAll('parts').map(String),
      amount: readPounds(amount) ?? amount,
      words: readText(form, 'words'),
      left: Number(readText(form, 'left')),
    });
    return `/desk/orders/${id}`;
  },
  keeps: (form) => ({
    ...{ what: readText(form, 'what'), amount: readText(form, 'amount'), words: readText(form, 'words') },
    parts: form.getAll('parts').join(' '),
  }),
  View: RefundView,
};

function RefundView({ data: { order }, refused, typed }: { data: OrderData } & Partial<Refused>) {
  const { state } = useNavigation();
  const { money, buyer } = order;
  const { read, chosen } = useChosen(money);
  return (
    <OrderFrame
      order={order.id}
      title={`Refund order ${order.id}`}
      refused={refused}
      fields={['amount', 'parts', 'words', 'what']}
    >
      <p className="desk-soft">
        Paid {formatPounds(money.paid)} by PayPal. {formatPounds(money.left)} can still go back
        {money.on_its_way > 0 && `; ${formatPounds(money.on_its_way)} is on its way`}.
      </p>
      {money.left > 0 && money.most_here > 0 ? (
        <ConfirmedForm className="order-refund">
          <input type="hidden" name="left" value={money.left} />
          <fieldset ref={read.fieldset} onChange={read.all} aria-describedby="parts-refused">
            <legend className="sr-only">How much</legend>
            <label className="claim-pick">
              <input type="radio" name="what" value="all" defaultChecked={typed?.what === 'all'} />
              <b>All of it</b>
              <b className="order-amount">{formatPounds(money.left)}</b>
            </label>
            <div className="order-pick">
              <label className="claim-pick">
                <input type="radio" name="what" value="parts" defaultChecked={(typed?.what || 'parts') === 'parts'} />
                <b>Part of it</b>
              </label>
              <div className="order-parts for-parts">
                {money.parts.map(({ key, label, amount }) => (
                  <label key={key}>
                    <input
                      type="checkbox"
                      name="parts"
                      value={key}
                      data-pounds={amount}
                      defaultChecked={typed?.parts?.split(' ').includes(key) ?? false}
                    />
                    <span>{label}</span>
                    <b>{formatPounds(amount)}</b>
                  </label>
                ))}
                <FieldRefused refused={refused} name="parts" id="parts-refused" />
              </div>
            </div>
            <div className="order-pick">
              <label className="claim-pick">
                <input type="radio" name="what" value="sum" defaultChecked={typed?.what === 'sum'} />
                <b>Another sum</b>
              </label>
              <div className="paper-field for-sum">
                <label htmlFor="amount">How much, in pounds</label>
                <input
                  id="amount"
                  name="amount"
                  className="paper-input"
                  inputMode="decimal"
                  autoComplete="off"
                  placeholder="12.00"
                  defaultValue={typed?.amount}
                  aria-describedby="amount-refused"
                />
                <FieldRefused refused={refused} name="amount" id="amount-refused" />
              </div>
            </div>
          </fieldset>
          <Why refused={refused} typed={typed} />
          <dl className="order-sums" aria-live="polite">
            <div>
              <dt>Stays with us</dt>
              <dd>{formatPounds(Math.max(0, Math.round((money.left - chosen) * 100) / 100))}</dd>
            </div>
            <div className="total">
              <dt>Goes back to {buyer.name || 'the buyer'}</dt>
              <dd>{formatPounds(chosen)}</dd>
            </div>
          </dl>
          <p className="paper-small desk-soft">
            {describeLimit(money)} PayPal takes up to 5 days. This cannot be undone.
            {(order.stage === 'to tie' || order.stage === 'tied') && ' The flowers still go out.'}
          </p>
          <div className="order-end">
            <Back order={order.id} words="Back" />
            <button type="submit" className="desk-button" disabled={state !== 'idle'}>
              Refund {chosen > 0 && formatPounds(chosen)}
            </button>
          </div>
        </ConfirmedForm>
      ) : (
        <p>
          {money.left > 0 ? 'An owner gives back more of this order.' : 'All of it has gone back, or is on its way.'}
        </p>
      )}
    </OrderFrame>
  );
}

export const Why = ({ refused, typed }: Partial<Refused>) => (
  <div className="paper-field">
    <label htmlFor="words">
      Why <span className="desk-soft">(the buyer reads it)</span>
    </label>
    <input
      id="words"
      name="words"
      className="paper-input"
      maxLength={MAX_REASON_LENGTH}
      defaultValue={typed?.words}
      autoComplete="off"
      aria-describedby="words-refused"
    />
    <FieldRefused refused={refused} name="words" id="words-refused" />
  </div>
);

export function describeLimit({ left, most_here, confirm_above }: DeskMoney): string {
  if (most_here < left)
    return `You may give back up to ${formatPounds(most_here)} of this order; above it an owner does.`;
  return confirm_above < left ? `Above ${formatPounds(confirm_above)} you confirm it with your passkey.` : '';
}

/** What is chosen, in pounds: read from the form, which may have been filled in before the page listened. */
function useChosen(money: DeskMoney) {
  const fieldset = useRef<HTMLFieldSetElement>(null);
  const [chosen, setChosen] = useState(0);
  const all = () => setChosen(countChosen(fieldset.current, money.left));
  // Once the page listens, and when somebody else has refunded.
  useEffect(all, [money.left]);
  return { chosen, read: { fieldset, all } };
}

function countChosen(fieldset: HTMLFieldSetElement | null, left: number): number {
  const what = fieldset?.querySelector<HTMLInputElement>('[name=what]:checked')?.value;
  if (!fieldset || what === undefined) return 0;
  if (what === 'all') return left;
  if (what === 'sum') return readPounds(fieldset.querySelector<HTMLInputElement>('[name=amount]')?.value ?? '') ?? 0;
  const parts = [...fieldset.querySelectorAll<HTMLInputElement>('[name=parts]:checked')];
  return Math.round(parts.reduce((sum, { dataset }) => sum + Number(dataset.pounds) * 100, 0)) / 100;
}
