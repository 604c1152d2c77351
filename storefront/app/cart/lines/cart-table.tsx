import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { describeLine, SIZE_NAMES } from '#contract/line-words.ts';
import { formatPounds, toPence, toPounds } from '#contract/money.ts';
import { chargedExtras } from '#contract/order-totals.ts';
import type { ItemExtra, Order, OrderItem } from '#contract/orders.ts';
import { Icon } from '../../ui/icon.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Price } from '../../ui/price.tsx';
import { Stepper } from '../steps/stepper.tsx';
import { unitPrice } from './unit-price.ts';

const GONE = {
  sold_out: 'Sold out just now',
  withdrawn: 'No longer sold',
} satisfies Record<Exclude<OrderItem['availability'], 'on_sale'>, string>;

type Props = {
  cart: Order;
  chosen: ReadonlySet<number>;
  onChoose: (item: OrderItem, chosen: boolean) => void;
  onQuantity: (item: OrderItem, quantity: number) => void;
  onRemoveExtra: (item: OrderItem, extra: ItemExtra, byKeyboard: boolean) => Promise<void>;
  /** A click by keyboard has `detail` 0: no pointer presses are counted. */
  onRemove: (item: OrderItem, byKeyboard: boolean) => void;
};

export function CartTable({ cart, ...actions }: Props) {
  return (
    <table className="lines">
      <thead>
        <tr>
          <th className="w-11">
            <span className="sr-only">Choose</span>
          </th>
          <th>Bouquet</th>
          <th>Price</th>
          <th>Quantity</th>
          <th className="end">Sum</th>
          <th className="end w-14">
            <span className="sr-only">Remove</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {cart.order_items.map((item) => (
          <Line key={item.id} item={item} {...actions} />
        ))}
      </tbody>
    </table>
  );
}

type LineProps = Omit<Props, 'cart'> & { item: OrderItem };

function Line({ item, chosen, onChoose, onQuantity, onRemoveExtra, onRemove }: LineProps) {
  const { id, quantity, availability } = item;
  // Two lines of a bouquet may differ in their extras alone.
  const name = describeLine(item);
  const price = unitPrice(item, chargedExtras(item.extras));
  const isGone = availability !== 'on_sale';
  return (
    <tr>
      <td className="line-tick">
        <label className="tick min-w-11 justify-center desk:-ml-2.5">
          <input
            type="checkbox"
            aria-label={`Choose ${name}`}
            checked={chosen.has(id)}
            onChange={({ target }) => onChoose(item, target.checked)}
          />
        </label>
      </td>
      <td className="line-what">
        <div className="line-item">
          {item.picture ? (
            <Picture picture={item.picture} alt="" sizes="92px" className="line-picture" />
          ) : (
            <span className="line-picture bone" />
          )}
          <div className="line-words">
            {availability === 'withdrawn' ? (
              <span className="line-name">{item.name}</span>
            ) : (
              <a href={`/product/${item.product}`} className="line-name">
                {item.name}
              </a>
            )}
            {item.size !== 'standard' && <p className="text-small text-soft">{SIZE_NAMES[item.size]}</p>}
            {item.extras.map((extra) => (
              <LineExtra
                key={extra.id}
                extra={extra}
                of={name}
                onRemove={(byKeyboard) => onRemoveExtra(item, extra, byKeyboard)}
              />
            ))}
            {isGone && (
              <p className="field-error mt-1">
                <Icon name="warning" className="mt-px size-[1.125rem]" />
                {GONE[availability]}
              </p>
            )}
          </div>
        </div>
      </td>
      <td className="line-price">
        <Price pounds={price} />
      </td>
      <td className="line-quantity">
        <Stepper name={name} quantity={quantity} disabled={isGone} onChange={(wanted) => onQuantity(item, wanted)} />
      </td>
      <td className="line-sum end font-semibold">
        <span data-keep-clear>
          {isGone ? <span className="text-soft">£0.00</span> : <Price pounds={toPounds(toPence(price) * quantity)} />}
        </span>
      </td>
      <td className="line-remove end">
        <button
          type="button"
          className="round-button -mr-3"
          aria-label={`Remove ${name}`}
          onClick={({ detail }) => onRemove(item, detail === 0)}
        >
          <Icon name="bin" className="size-5" />
        </button>
      </td>
    </tr>
  );
}

type LineExtraProps = { extra: ItemExtra; of: string; onRemove: (byKeyboard: boolean) => Promise<void> };

function LineExtra({ extra: { name, price, availability }, of, onRemove }: LineExtraProps) {
  const [busy, setBusy] = useState(false);
  const row = useRef<Element>(null);
  // The button that had the focus is gone; its line stays.
  useEffect(
    () => () => {
      if (document.activeElement === document.body) row.current?.querySelector('input')?.focus();
    },
    [],
  );
  const remove = async ({ currentTarget, detail }: MouseEvent<HTMLElement>) => {
    if (busy) return;
    row.current = currentTarget.closest('tr');
    setBusy(true);
    await onRemove(detail === 0);
    setBusy(false);
  };
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-small text-soft">
      <span>
        With {name}, <span className="num">{formatPounds(price)}</span>
        {availability !== 'on_sale' && <span className="font-medium text-error">. Sold out just now</span>}
      </span>
      <button
        type="button"
        className="link min-h-6"
        aria-label={`Remove ${name} from ${of}`}
        aria-disabled={busy || undefined}
        onClick={remove}
      >
        {busy ? 'Removing…' : 'Remove'}
      </button>
    </p>
  );
}
