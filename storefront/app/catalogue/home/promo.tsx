import { Link } from 'react-router';
import { formatPounds } from '#contract/money.ts';
import { pictureUrl, srcSet } from '#contract/picture-files.ts';
import type { Product } from '#contract/products.ts';
import site from '../../../../catalogue/made/site.json';
import { useDelivered } from '../../shell/delivered.tsx';

const SIZES = '(min-width: 721px) 100vw, 178vw';

/** The second promo block. Shows one bouquet while it is sold, and the range when it is not. */
export function Promo({ product }: { product: Pick<Product, 'id' | 'name' | 'price'> | undefined }) {
  const picture = site.promo;
  const delivered = useDelivered(product?.price ?? 0);
  return (
    <section aria-labelledby="promo-title" className="promo">
      <span className="promo-picture">
        <img src={picture.placeholder} alt="" aria-hidden="true" />
        <picture>
          <source type="image/avif" srcSet={srcSet(picture, 'avif')} sizes={SIZES} />
          <source type="image/webp" srcSet={srcSet(picture, 'webp')} sizes={SIZES} />
          <img
            src={pictureUrl(picture.id, picture.widths[1] ?? picture.width, 'jpg')}
            srcSet={srcSet(picture, 'jpg')}
            sizes={SIZES}
            width={picture.width}
            height={picture.height}
            alt="Pink peonies in white paper"
            loading="lazy"
            decoding="async"
          />
        </picture>
      </span>
      <div className="wrap promo-words">
        <h2 id="promo-title" className="max-w-[8em] text-h1">
          Peony weather, whatever the forecast
        </h2>
        <p className="mt-5 mb-7 max-w-[24rem] text-lead">
          {product
            ? `Our ${product.name} bouquet, tied by hand and wrapped in paper. ${formatPounds(product.price)}, ${delivered}.`
            : 'Something in pink for a grey Tuesday, tied by hand and wrapped in white paper.'}
        </p>
        {product ? (
          <Link to={`/product/${product.id}`} className="button">
            See {product.name}
          </Link>
        ) : (
          <Link to="/product" className="button">
            See the bouquets
          </Link>
        )}
      </div>
    </section>
  );
}
