import { Link } from 'react-router';
import { formatPounds } from '#contract/money.ts';
import type { Product } from '#contract/products.ts';
import site from '../../../../catalogue/made/site.json';
import { useDelivered } from '../../shell/delivered.tsx';
import { PictureFiles } from '../../ui/picture.tsx';

const SIZES = '(min-width: 721px) 100vw, 178vw';

/** The second promo block. Shows one bouquet while it is sold, and the range when it is not. */
export function Promo({ product }: { product: Pick<Product, 'id' | 'name' | 'price'> | undefined }) {
  const picture = site.promo;
  const delivered = useDelivered(product?.price ?? 0);
  return (
    <section aria-labelledby="promo-title" className="promo">
      <span className="promo-picture">
        <img src={picture.placeholder} alt="" aria-hidden="true" />
        <PictureFiles
          picture={picture}
          sizes={SIZES}
          alt="Pink peonies in white paper"
          loading="lazy"
          decoding="async"
        />
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
