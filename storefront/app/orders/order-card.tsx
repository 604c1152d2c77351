import { Link } from 'react-router';
import { formatPounds } from '#contract/money.ts';
import type { Order, OrderItem } from '#contract/orders.ts';
import { ChoiceWords } from '../cart/choice-words.tsx';
import { unitPrice } from '../cart/lines/unit-price.ts';
import { Picture } from '../ui/picture.tsx';
import { Price } from '../ui/price.tsx';
import { BuyAgain } from './buy-again.tsx';
import { arrivalDay, explainCompleted, orderState } from './order-state.ts';

const SIZES = '(min-width: 1081px) 300px, 30vw';

type Props = { order: Order; now: Date; heading: 'h2' | 'h3' };

/** One order of the history, with a link to its page. */
export function OrderCard({ order, now, heading: Heading }: Props) {
  const state = orderState(order, now);
  const day = arrivalDay(order, now);
  return (
    <li className="order">
      <header>
        <div className="min-w-0">
          <Heading className="num text-h3">
            {/* Entered by a document load, like every private page. */}
            <Link to={`/history/${order.id}`} reloadDocument className="order-link">
              Order {order.id}
            </Link>
          </Heading>
          <p className="text-small text-soft">Bought by {order.buyer}</p>
          {order.replaces !== null && <p className="text-small text-soft">Replacement for order {order.replaces}</p>}
        </div>
        <p className="order-day">
          {state && <b className="font-semibold text-leaf-900">{state}</b>}
          {day && state !== 'Cancelled' && <span>{state === 'Delivered' ? day : `Delivery ${day}`}</span>}
        </p>
      </header>
      <ul className="order-items">
        {order.order_items.map((item) => (
          <Item key={item.id} item={item} />
        ))}
      </ul>
      <footer>
        <span className="order-completed">
          <span className="completed">{state === 'Cancelled' ? 'Cancelled Order' : 'Completed Order'}</span>
          <span className="text-small text-soft">
            {explainCompleted(order, now)}
            {order.refunded > 0 && state !== 'Cancelled' && `. ${formatPounds(order.refunded)} refunded`}
          </span>
        </span>
        <BuyAgain order={order} className="order-again" />
        <span className="order-total">
          <span className="sr-only">Total </span>
          <Price pounds={order.total_cost} />
        </span>
      </footer>
    </li>
  );
}

function Item({ item }: { item: OrderItem }) {
  const { name, picture, quantity, availability } = item;
  const isGone = availability === 'withdrawn';
  return (
    <li className="min-w-0">
      {picture ? (
        <Picture picture={picture} alt="" sizes={SIZES} className={`order-picture ${isGone ? 'gone' : ''}`} />
      ) : (
        <span className="order-picture bone block" />
      )}
      <p className="order-name">{name}</p>
      <ChoiceWords item={item} className="block text-small text-soft" />
      <p className="num text-small text-soft">
        {quantity} × <Price pounds={unitPrice(item, item.extras)} />
      </p>
      {isGone && <p className="font-medium text-error text-small">Product not found</p>}
    </li>
  );
}
