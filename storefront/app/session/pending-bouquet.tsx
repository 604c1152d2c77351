import { useEffect, useState } from 'react';
import { describeChoice } from '#contract/line-words.ts';
import { formatPounds, toPence, toPounds } from '#contract/money.ts';
import { priceExtras } from '#contract/order-totals.ts';
import { ProductDetail } from '#contract/products.ts';
import { getJson } from '../api/client.ts';
import { useDeliveryRules } from '../shell/delivery-rules.ts';
import { Picture } from '../ui/picture.tsx';
import { readPendingProduct } from './pending-product.ts';
import { useSession } from './session-store.ts';

/** The bouquet that goes into the cart after signing in. Nothing shows if it cannot be fetched. */
export function PendingBouquet() {
  // Before hydration the HTML is the same for everybody.
  const item = useSession() === 'unknown' ? undefined : readPendingProduct();
  const id = item?.product;
  const { fee } = useDeliveryRules();
  const [bouquet, setBouquet] = useState<ProductDetail | 'gone'>();

  useEffect(() => {
    if (!id) return;
    const leaving = new AbortController();
    getJson(`/api/products/${id}/`, leaving)
      .then((answer) => ProductDetail.parse(answer))
      .then((found) => setBouquet(found.availability === 'on_sale' ? found : 'gone'))
      .catch(() => !leaving.signal.aborted && setBouquet('gone'));
    return () => leaving.abort();
  }, [id]);

  if (!item || bouquet === 'gone') return null;
  const size = bouquet?.sizes.find((each) => each.size === item.size);
  const extras = bouquet?.extras.filter((extra) => item.extras.includes(extra.id)) ?? [];
  const words = describeChoice({ size: size?.size ?? 'standard', extras });
  const price = toPounds(toPence(size?.price ?? bouquet?.price ?? 0) + priceExtras(extras));
  const picture = size?.pictures[0] ?? bouquet?.pictures[0];
  return (
    <div className="mt-6 flex min-h-24 items-center gap-4 rounded-soft bg-sage p-3">
      {picture && <Picture picture={picture} sizes="58px" className="h-18 w-[3.6rem] flex-none rounded-square" />}
      {bouquet && (
        <p className="min-w-0 [overflow-wrap:anywhere]">
          <span className="block font-serif text-[1.25rem] leading-tight">{bouquet.name}</span>
          {words && <span className="block text-small text-soft">{words}</span>}
          <span className="num mt-1 block text-small text-soft">
            {formatPounds(price + fee)} delivered, kept for you
          </span>
        </p>
      )}
    </div>
  );
}
