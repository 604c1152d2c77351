import type { ReactNode } from 'react';
import { describeChoice } from '#contract/line-words.ts';
import type { Product } from '#contract/products.ts';
import { Delivered } from '../../shell/delivered.tsx';
import { BottomBar } from '../../ui/bottom-bar.tsx';
import { Price } from '../../ui/price.tsx';
import { AddToCart } from './add-to-cart.tsx';
import { type Choice, priceOf } from './choice.ts';

type Props = { product: Pick<Product, 'id' | 'name' | 'availability'>; choice: Choice; children: ReactNode };

/** On phones: a bar with the button at the bottom, while the one in the page is out of sight. */
export const ThumbBar = ({ product, choice, children }: Props) => (
  <BottomBar
    words={
      <>
        <span className="block truncate text-micro text-soft">
          {describeChoice({ ...choice, size: choice.size.size }) || product.name}
        </span>
        <Price pounds={priceOf(choice)} className="font-serif text-[1.4375rem] leading-tight" />
        <Delivered pounds={priceOf(choice)} className="block text-micro" />
      </>
    }
    button={<AddToCart product={product} choice={choice} showsSum={false} className="flex-1" />}
  >
    {children}
  </BottomBar>
);
