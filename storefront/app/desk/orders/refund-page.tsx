import { useEffect, useRef, useState } from 'react';
import { MAX_REASON_LENGTH } from '#contract/desk-change-orders.ts';
import type { DeskMoney } from '#contract/desk-orders.ts';
import { formatPounds, readPounds } from '#contract/money.ts';
import { readPage, showPage, titled } from '../desk-page.tsx';
import { useAnswers } from '../ui/answers.tsx';
import { Hidden, MoneyField, PickField, TextField, Wrong } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Facts } from '../ui/slip.tsx';
import { loadOrder, type OrderData } from './order-data.ts';
import { Back, Ends, OrderFrame } from './order-frame.tsx';
import { refundOrder } from './refund-order.ts';

export const loader = readPage(loadOrder);

export const meta = titled('Refund');

export default showPage<typeof loader>(RefundView);
function RefundView({ data: { order } }: { data: OrderData }) {
  const { money } = order;
  return (
    <OrderFrame order={order.id} title={`Refund order ${order.id}`}>
      <p className="text-soft">
        Paid {formatPounds(money.paid)} by PayPal. {formatPounds(money.left)} can still go back
        {money.on_its_way > 0 && `; ${formatPounds(money.on_its_way)} is on its way`}.
      </p>
      {money.left > 0 && money.most_here > 0 ? (
        <Form act={refundOrder} className="group/refund grid gap-3">
          <RefundFields order={order} />
        </Form>
      ) : (
        <p>
          {money.left > 0 ? 'An owner gives back more of this order.' : 'All of it has gone back, or is on its way.'}
        </p>
      )}
    </OrderFrame>
  );
}

/** What belongs to another choice is not shown. */
const OF_PARTS = 'px-4 pb-2 pl-13.5 group-not-has-[[value=parts]:checked]/refund:hidden';
const OF_SUM = 'px-4 pb-3.5 pl-13.5 group-not-has-[[value=sum]:checked]/refund:hidden';

function RefundFields({ order }: OrderDataOf) {
  const { money, buyer } = order;
  const { read, chosen } = useChosen(money);
  const { isSending } = useAnswers();
  return (
    <>
      <Hidden values={{ left: money.left }} />
      <fieldset className="grid gap-2" ref={read.fieldset} onChange={read.all} aria-describedby="parts-refused">
        <legend className="sr-only">How much</legend>
        <PickField
          name="what"
          value="all"
          words="All of it"
          aside={<b className="ml-auto">{formatPounds(money.left)}</b>}
        />
        <div className="desk-pick-more">
          <PickField name="what" value="parts" defaultChecked words="Part of it" />
          <div className={OF_PARTS}>
            {money.parts.map(({ key, label, amount }) => (
              <label key={key} className="flex min-h-11 flex-wrap items-center gap-x-3">
                <input type="checkbox" className="desk-tick" name="parts" value={key} data-pounds={amount} />
                <span>{label}</span>
                <b className="ml-auto">{formatPounds(amount)}</b>
              </label>
            ))}
            <Wrong name="parts" id="parts-refused" />
          </div>
        </div>
        <div className="desk-pick-more">
          <PickField name="what" value="sum" words="Another sum" />
          <MoneyField className={OF_SUM} name="amount" label="How much, in pounds" placeholder="12.00" />
        </div>
        <Wrong name="what" />
      </fieldset>
      <Why />
      <div aria-live="polite">
        <Facts
          facts={[
            ['Stays with us', formatPounds(Math.max(0, Math.round((money.left - chosen) * 100) / 100))],
            [`Goes back to ${buyer.name || 'the buyer'}`, formatPounds(chosen), 'sum'],
          ]}
        />
      </div>
      <p className="text-small text-soft">
        {describeLimit(money)} PayPal takes up to 5 days. This cannot be undone.
        {(order.stage === 'to tie' || order.stage === 'tied') && ' The flowers still go out.'}
      </p>
      <Ends>
        <Back order={order.id} words="Back" />
        <button type="submit" className="desk-button" disabled={isSending}>
          Refund {chosen > 0 && formatPounds(chosen)}
        </button>
      </Ends>
    </>
  );
}
type OrderDataOf = Pick<OrderData, 'order'>;

export const Why = () => (
  <TextField name="words" label="Why" note="(the buyer reads it)" maxLength={MAX_REASON_LENGTH} />
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
