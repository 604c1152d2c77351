import { type ReactNode, useEffect, useRef, useState } from 'react';
import { describeChoice } from '#contract/line-words.ts';
import type { Product } from '#contract/products.ts';
import { Delivered } from '../../shell/delivered.tsx';
import { observeVisibility } from '../../ui/loading/observe-visibility.ts';
import { Price } from '../../ui/price.tsx';
import { AddToCart } from './add-to-cart.tsx';
import { type Choice, priceOf } from './choice.ts';

type Props = { product: Pick<Product, 'id' | 'name' | 'availability'>; choice: Choice; children: ReactNode };

/** On phones: a bar with the button at the bottom, while the one in the page is out of sight. */
export function ThumbBar({ product, choice, children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [away, setAway] = useState(false);

  useEffect(() => {
    if (!place.current) return;
    return observeVisibility(place.current, (isVisible) => setAway(!isVisible));
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
            <span className="block truncate text-micro text-soft">
              {describeChoice({ ...choice, size: choice.size.size }) || product.name}
            </span>
            <Price pounds={priceOf(choice)} className="font-serif text-[1.4375rem] leading-tight" />
            <Delivered pounds={priceOf(choice)} className="block text-micro" />
          </span>
          <AddToCart product={product} choice={choice} showsSum={false} className="flex-1" />
        </div>
      )}
    </>
  );
}
