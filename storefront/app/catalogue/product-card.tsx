import { useState } from 'react';
import { Link } from 'react-router';
import { Delivered } from '../shell/delivered.tsx';
import { Picture } from '../ui/picture.tsx';
import { Price } from '../ui/price.tsx';
import { Heart } from '../wish-list/heart.tsx';
import type { Card } from './card.ts';
import { AddToCart } from './product/add-to-cart.tsx';

type Props = {
  product: Card;
  sizes: string;
  words?: string;
  large?: boolean;
  eager?: boolean;
  showCategory?: boolean;
  /** The heading level of the name. */
  heading?: 'h2' | 'h3';
};

/** A bouquet in a list. The whole card is a link; the button lies above it. */
export function ProductCard({
  product,
  sizes,
  words,
  large = false,
  eager = false,
  showCategory = false,
  heading: Heading = 'h3',
}: Props) {
  const [main, close] = product.pictures;
  const [looking, setLooking] = useState(false);
  return (
    <li
      className="product-card group relative flex min-w-0 flex-col"
      onPointerEnter={(event) => event.pointerType === 'mouse' && setLooking(true)}
    >
      <div className="relative aspect-4/5 overflow-hidden rounded-square bg-deep">
        {main && <Picture picture={main} sizes={sizes} eager={eager} className="size-full" />}
        {looking && close && (
          <Picture
            picture={close}
            alt=""
            sizes={sizes}
            className="pointer-events-none absolute inset-0 opacity-0 transition-opacity duration-(--calm) ease-calm group-hover:opacity-100"
          />
        )}
      </div>
      <Heading
        className={`font-serif ${large ? 'mt-5 text-[1.1875rem] tablet:text-[1.75rem]' : 'mt-3 text-[1.1875rem] tablet:mt-4 tablet:text-[1.375rem]'} leading-tight tracking-[-0.015em]`}
      >
        <Link to={`/product/${product.id}`} className="after:absolute after:inset-0">
          {product.name}
        </Link>
      </Heading>
      {showCategory && <p className="mt-0.5 text-small text-soft">{product.category}</p>}
      <div className="mt-auto flex flex-col gap-2 pt-2 tablet:flex-row tablet:flex-wrap tablet:items-center tablet:justify-between tablet:gap-3 tablet:pt-3">
        <span className="font-semibold text-[1.0625rem] leading-snug tablet:text-[1.125rem]">
          {product.from && <span className="font-normal text-small text-soft">from </span>}
          <Price pounds={product.from ?? product.price} />
          <Delivered pounds={product.from ?? product.price} className="block whitespace-nowrap" />
        </span>
        <AddToCart product={product} words={words} className="small outlined relative z-10 max-tablet:px-3" />
      </div>
      <Heart product={product} className="absolute top-1.5 right-1.5 z-10 tablet:top-2.5 tablet:right-2.5" />
    </li>
  );
}
