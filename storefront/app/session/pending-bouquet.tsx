import { useEffect, useState } from 'react';
import { formatPounds } from '#contract/money.ts';
import { ProductDetail } from '#contract/products.ts';
import { getJson } from '../api/client.ts';
import { useDeliveryRules } from '../shell/delivery-rules.ts';
import { Picture } from '../ui/picture.tsx';
import { readPendingProduct } from './pending-product.ts';
import { useSession } from './session-store.ts';

/** The bouquet that goes into the cart after signing in. Nothing shows if it cannot be fetched. */
export function PendingBouquet() {
  // Before hydration the HTML is the same for everybody.
  const id = useSession() === 'unknown' ? undefined : readPendingProduct();
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

  if (!id || bouquet === 'gone') return null;
  const [picture] = bouquet?.pictures ?? [];
  return (
    <div className="mt-6 flex min-h-24 items-center gap-4 rounded-soft bg-sage p-3">
      {picture && <Picture picture={picture} sizes="58px" className="h-18 w-[3.6rem] flex-none rounded-square" />}
      {bouquet && (
        <p className="min-w-0 [overflow-wrap:anywhere]">
          <span className="block font-serif text-[1.25rem] leading-tight">{bouquet.name}</span>
          <span className="num mt-1 block text-small text-soft">
            {formatPounds(bouquet.price + fee)} delivered, kept for you
          </span>
        </p>
      )}
    </div>
  );
}
