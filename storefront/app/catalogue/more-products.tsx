import { useState } from 'react';
import type { Product } from '#contract/products.ts';
import { CARD_SIZES } from './card-sizes.ts';
import { type ListFilters, listAddress } from './list-address.ts';
import { ProductCard } from './product-card.tsx';

/** The rest of a long list, a page at a time, when asked for. */
export function MoreProducts({ filters, after }: { filters: ListFilters; after: number | undefined }) {
  const [products, setProducts] = useState<Product[]>([]);
  const [state, setState] = useState<'idle' | 'loading' | 'failed' | 'done'>('idle');
  const last = products.at(-1)?.id ?? after;

  const showMore = async () => {
    setState('loading');
    try {
      const { listMore } = await import('../api/list-more.ts');
      const more = await listMore(listAddress(filters).split('?')[1] ?? '', last);
      setProducts([...products, ...more.products]);
      setState(more.hasMore ? 'idle' : 'done');
    } catch {
      setState('failed');
    }
  };

  return (
    <>
      {products.map((product) => (
        <ProductCard key={product.id} product={product} sizes={CARD_SIZES.list} heading="h2" large />
      ))}
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
