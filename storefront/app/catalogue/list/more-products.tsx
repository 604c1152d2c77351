import { type MouseEvent, useState } from 'react';
import type { Product } from '#contract/products.ts';
import type { Card } from '../card.ts';
import { ProductCards } from '../product-cards.tsx';
import { furtherAddress, type ListFilters } from './list-address.ts';

type Props = { filters: ListFilters; after: Card };

/** Loads the rest of a long list, a page at a time. Without scripts it is a link to the page that follows. */
export function MoreProducts({ filters, after }: Props) {
  const [products, setProducts] = useState<Product[]>([]);
  const [state, setState] = useState<'idle' | 'loading' | 'failed' | 'done'>('idle');
  const last = (products.at(-1) ?? after).id;

  const showMore = async (press: MouseEvent) => {
    // A tab of its own, where one was asked for.
    if (press.metaKey || press.ctrlKey || press.shiftKey) return;
    press.preventDefault();
    if (state === 'loading') return;
    setState('loading');
    try {
      const { listMoreProducts } = await import('../../api/list-more-products.ts');
      const more = await listMoreProducts(filters, last);
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
          <a
            href={furtherAddress(filters, last)}
            className="button outlined"
            aria-disabled={state === 'loading' || undefined}
            onClick={showMore}
          >
            {state === 'loading' ? 'Fetching…' : state === 'failed' ? 'Try again' : 'Show more bouquets'}
          </a>
        </li>
      )}
    </>
  );
}
