import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { nameInSize } from '#contract/line-words.ts';
import type { Order, OrderItem } from '#contract/orders.ts';
import { toCartItem } from '../cart/lines/cart-item.ts';
import { putInCart } from '../cart/lines/put-in-cart.ts';
import { showAddError } from '../cart/show-add-error.tsx';
import { Icon } from '../ui/icon.tsx';
import { showToast } from '../ui/toast/toast.tsx';
import { HISTORY } from './use-order-history.ts';

const SHOW_DONE_MS = 2_000;
const WHY_MISSING = { sold_out: 'sold out', withdrawn: 'no longer sold' } as const;

const LABELS = { rest: 'Buy again', busy: 'Adding…', done: 'In your cart' } as const;

/** Puts the bouquets of an order into the cart again, as far as they are on sale. */
export function BuyAgain({ order, className = '' }: { order: Order; className?: string }) {
  const client = useQueryClient();
  const [state, setState] = useState<keyof typeof LABELS>('rest');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onSale = order.order_items.filter(({ availability }) => availability === 'on_sale');
  const others = order.order_items.filter((item) => !onSale.includes(item));

  if (onSale.length === 0)
    return <p className={`text-small text-soft ${className}`}>None of it is on sale just now.</p>;

  const buy = async () => {
    if (state === 'busy') return;
    clearTimeout(timer.current);
    setState('busy');
    try {
      await putInCart(onSale.map(toCartItem));
      setState('done');
      timer.current = setTimeout(() => setState('rest'), SHOW_DONE_MS);
      showAddedAgain([...others.map(describeMissing), ...missingExtras(onSale)]);
    } catch (error) {
      setState('rest');
      showAddError(error, () => void buy());
      // Availability may have changed since the history was fetched.
      void client.invalidateQueries({ queryKey: HISTORY });
    }
  };

  return (
    <button
      type="button"
      aria-label={`${LABELS[state]}: order ${order.id}`}
      aria-disabled={state === 'busy' || undefined}
      className={`button outlined small ${className}`}
      onClick={buy}
    >
      {/* All labels are stacked, so that the button keeps its width. */}
      <span className="grid justify-items-center">
        {Object.entries(LABELS).map(([name, words]) => (
          <span
            key={name}
            className={`col-start-1 row-start-1 inline-flex items-center gap-1.5 ${name === state ? '' : 'invisible'}`}
          >
            {name === 'busy' && <span className="spinner size-4" />}
            {name === 'done' && <Icon name="check" className="size-4" />}
            {words}
          </span>
        ))}
      </span>
    </button>
  );
}

const cartLink = () => <a href="/cart">See your cart</a>;

const describeMissing = (item: OrderItem): string =>
  item.availability === 'on_sale' ? '' : `${nameInSize(item)} (${WHY_MISSING[item.availability]})`;

/** An extra that cannot be bought now is left out, once named. */
const missingExtras = (items: readonly OrderItem[]): string[] => {
  const gone = items.flatMap(({ extras }) => extras).filter(({ availability }) => availability !== 'on_sale');
  return [...new Set(gone.map(({ name }) => `${name} (not sold with it now)`))];
};

function showAddedAgain(missing: readonly string[]): void {
  if (missing.length === 0)
    return void showToast(<p>In your cart again. {cartLink()}</p>, 'success', { about: 'the cart' });
  void showToast(
    <p>
      In your cart, without {missing.join(', ')}. {cartLink()}
    </p>,
    'warning',
    { about: 'the cart' },
  );
}
