import { formatPounds, toPence, toPounds } from '#contract/money.ts';
import type { OrderItem } from '#contract/orders.ts';
import { ChoiceWords } from '../cart/choice-words.tsx';
import { unitPrice } from '../cart/lines/unit-price.ts';
import { Picture } from '../ui/picture.tsx';
import { Price } from '../ui/price.tsx';

/** The price of that day, whatever has become of the extras since. */
const unitOf = (item: OrderItem) => unitPrice(item, item.extras);

type Props = {
  items: readonly OrderItem[];
  /** The flowers have arrived, so they can be reviewed. */
  received: boolean;
};

/** What was bought, at the prices of that day. */
export function OrderTable({ items, received }: Props) {
  return (
    <table className="lines read">
      <thead>
        <tr>
          <th>Bouquet</th>
          <th>Price</th>
          <th>Quantity</th>
          <th className="end">Sum</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.id}>
            <td className="line-what">
              <div className="line-item">
                {item.picture ? (
                  <Picture picture={item.picture} alt="" sizes="92px" eager className="line-picture" />
                ) : (
                  <span className="line-picture bone" />
                )}
                <div className="line-words">
                  <Name item={item} />
                  <ChoiceWords item={item} className="block text-small text-soft" />
                  {received && item.availability !== 'withdrawn' && <ReviewLink item={item} />}
                </div>
              </div>
            </td>
            <td className="line-price">
              <Price pounds={unitOf(item)} />
            </td>
            <td className="num line-quantity">
              {item.quantity}
              <span className="text-soft tablet:hidden"> × {formatPounds(unitOf(item))}</span>
            </td>
            <td className="line-sum end font-semibold">
              <Price pounds={toPounds(toPence(unitOf(item)) * item.quantity)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Name({ item: { product, name, availability } }: { item: OrderItem }) {
  if (availability !== 'withdrawn') {
    return (
      <a href={`/product/${product}`} className="line-name">
        {name}
      </a>
    );
  }
  return (
    <>
      <span className="line-name">{name}</span>
      <p className="font-medium text-error text-small">Product not found</p>
    </>
  );
}

function ReviewLink({ item: { product, name } }: { item: OrderItem }) {
  return (
    <p className="no-print">
      <a
        href={`/product/${product}#reviews`}
        aria-label={`Review this bouquet: ${name}`}
        className="link inline-block py-1 text-small"
      >
        Review this bouquet
      </a>
    </p>
  );
}
