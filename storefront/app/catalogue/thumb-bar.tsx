import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Product } from '#contract/products.ts';
import { Price } from '../ui/price.tsx';
import { AddToCart } from './add-to-cart.tsx';

type Props = { product: Pick<Product, 'id' | 'name' | 'price' | 'availability'>; children: ReactNode };

/** On phones: a bar with the button at the bottom, while the one in the page is out of sight. */
export function ThumbBar({ product, children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [away, setAway] = useState(false);

  useEffect(() => {
    if (!place.current) return;
    const watch = new IntersectionObserver(([entry]) => setAway(entry ? !entry.isIntersecting : false));
    watch.observe(place.current);
    return () => watch.disconnect();
  }, []);

  return (
    <>
      <div ref={place} data-keep-clear>
        {children}
      </div>
      {away && (
        <div
          data-keep-clear
          className="fixed inset-x-0 bottom-0 z-10 flex items-center gap-4 border-line border-t bg-lift px-side pt-2.5 pb-[calc(0.625rem+env(safe-area-inset-bottom))] shadow-menu tablet:hidden"
        >
          <span className="beside-thumb min-w-0 leading-tight">
            <span className="block truncate text-micro text-soft">{product.name}</span>
            <Price pounds={product.price} className="font-serif text-[1.4375rem] leading-tight" />
          </span>
          <AddToCart product={product} className="flex-1" />
        </div>
      )}
    </>
  );
}
