import { useState } from 'react';
import type { Product } from '#contract/products.ts';
import type { Card } from './card.ts';
import { type ListFilters, listAddress } from './list-address.ts';
import { ProductCards } from './product-cards.tsx';

/** A button that loads the rest of a long list, a page at a time. */
export function MoreProducts({ filters, after }: { filters: ListFilters; after: Card | undefined }) {
  const [products, setProducts] = useState<Product[]>([]);
  const [state, setState] = useState<'idle' | 'loading' | 'failed' | 'done'>('idle');
  const last = (products.at(-1) ?? after)?.id;

  const showMore = async () => {
    setState('loading');
    try {
      const { listMoreProducts } = await import('../api/list-more-products.ts');
      const more = await listMoreProducts(listAddress(filters).split('?')[1] ?? '', last);
      setProducts([...products, ...more.products]);
      setState(more.hasMore ? 'idle' : 'done');
    } catch {
      setState('failed');
    }
  };

  return (
    <>
      <ProductCards products={products} after={after} />
      {state !== 'done' && (
        <li className="col-span-full grid justify-items-center gap-3">
          {state === 'failed' && <p role="alert">We couldn’t fetch more bouquets. What you see is still right.</p>}
          <button type="button" className="button outlined" disabled={state === 'loading'} onClick={showMore}>
            {state === 'loading' ? 'Fetching…' : state === 'failed' ? 'Try again' : 'Show more bouquets'}
          </button>
        </li>
      )}
    </>
  );
}
