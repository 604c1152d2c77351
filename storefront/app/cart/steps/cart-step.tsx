import { useState } from 'react';
import { chargedExtras } from '#contract/order-totals.ts';
import type { Order, OrderItem } from '#contract/orders.ts';
import { CodeField, CodeLine } from '../cart-code.tsx';
import { CartDay } from '../cart-day.tsx';
import { CartTable } from '../lines/cart-table.tsx';
import { ChooseLines } from '../lines/choose-lines.tsx';
import { PriceChanges } from '../lines/price-changes.tsx';
import type { CartLines } from '../lines/use-cart-lines.ts';
import type { Removing } from '../lines/use-removals.ts';
import { GiftNote } from '../note/gift-note.tsx';
import type { NoteDraft } from '../note/use-note-draft.ts';
import { Totals } from '../totals.tsx';
import { useCode } from '../use-code.ts';
import { TwoColumns } from './page-frame.tsx';
import { ThumbCheckout } from './thumb-checkout.tsx';

type Props = { cart: Order; lines: CartLines; note: NoteDraft; busy: boolean; onCheckOut: () => void };

/** Step 1: the lines of the cart, the gift note and the sums. */
export function CartStep({ cart, lines, note, busy, onCheckOut }: Props) {
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set());
  const items = cart.order_items;
  const chosen = new Set(items.filter(({ id }) => picked.has(id)).map(({ id }) => id));
  const code = useCode(cart);
  const isGone = items.some(
    ({ availability, extras }) => availability !== 'on_sale' || chargedExtras(extras).length < extras.length,
  );

  const choose = ({ id }: OrderItem, wanted: boolean) => {
    const next = new Set(chosen);
    if (wanted) next.add(id);
    else next.delete(id);
    setPicked(next);
  };

  const removeOne = (item: OrderItem, byKeyboard: boolean) => {
    const row = items.indexOf(item);
    // The focus moves to the next line, or to the page when it was the last.
    requestAnimationFrame(() => focusLine(row));
    lines.removeOne(item, toRemoving(byKeyboard, row));
  };

  const removeChosen = (byKeyboard: boolean) => {
    const removed = items.filter(({ id }) => chosen.has(id));
    if (chosen.size === items.length) document.querySelector<HTMLElement>('main h1')?.focus();
    lines.removeMany(removed, toRemoving(byKeyboard, 0));
  };

  return (
    <TwoColumns
      aside={
        <aside aria-labelledby="summary-title" className="paper-card desk:sticky desk:top-6">
          <h2 id="summary-title" className="text-[1.75rem]">
            Summary
          </h2>
          <Totals order={cart} code={<CodeLine cart={cart} code={code} />} />
          <CodeField cart={cart} code={code} />
          <div className="tag-label mb-5.5 text-small before:bg-lift [&_b]:font-semibold">
            <CartDay day={cart.delivery_date} />
          </div>
          <ThumbCheckout
            amount={cart.amount_to_pay}
            busy={busy}
            disabled={isGone || cart.code_problem !== null}
            onCheckOut={onCheckOut}
          />
          <p className="mt-3.5 text-center text-small text-soft">
            {isGone && 'Please remove what cannot be bought just now.'}
            {!isGone && cart.code_problem !== null && 'Please use another code, or go on without one.'}
            {!isGone && cart.code_problem === null && 'Next: address and delivery day. Nothing is charged yet.'}
          </p>
        </aside>
      }
    >
      <PriceChanges items={items} className="mb-4" />
      <div>
        <ChooseLines
          chosen={chosen.size}
          all={items.length}
          onAll={(all) => setPicked(new Set(all ? items.map(({ id }) => id) : []))}
          onRemove={removeChosen}
        />
        <CartTable
          cart={cart}
          chosen={chosen}
          onChoose={choose}
          onQuantity={lines.changeQuantity}
          onRemoveExtra={(item, extra, byKeyboard) => {
            const row = items.indexOf(item);
            return lines.removeExtra(item, extra, toRemoving(byKeyboard, row, row));
          }}
          onRemove={removeOne}
        />
      </div>
      <div className="mt-8.5 tablet:mt-13">
        <GiftNote
          text={note.text}
          refusal={note.refusal}
          day={cart.delivery_date ?? undefined}
          onChange={note.change}
        />
      </div>
    </TwoColumns>
  );
}

/** By keyboard the focus moves to the offer to undo, unless it has been moved elsewhere, and back from there. */
const toRemoving = (byKeyboard: boolean, row: number, rowAgain = LAST): Removing => ({
  takesFocus: () => byKeyboard && (isNowhere() || document.activeElement?.matches(LEFT_BY_REMOVING) === true),
  onEnd: (isUndone) => byKeyboard && returnFocusTo(isUndone ? rowAgain : row),
});

/** A line that is added again is the last. */
const LAST = Number.POSITIVE_INFINITY;
/** Where the focus is after something was removed. */
const LEFT_BY_REMOVING = '.line-remove button, .line-tick input, main h1, main .tick input';

/** Whether the focus is lost: a toast that closes takes it with it. */
const isNowhere = () =>
  document.activeElement === document.body || Boolean(document.activeElement?.closest('.Toastify'));

/** Searched in the DOM each time: a line that was brought back is a new element. */
function focusLine(row: number): void {
  const buttons = document.querySelectorAll<HTMLElement>('.line-remove button');
  (buttons[Math.min(row, buttons.length - 1)] ?? document.querySelector<HTMLElement>('main h1'))?.focus();
}

/** Returns the focus from the offer to undo, unless it has moved on: a toast that closes takes the focus with it. */
function returnFocusTo(row: number): void {
  requestAnimationFrame(() => isNowhere() && focusLine(row));
}
