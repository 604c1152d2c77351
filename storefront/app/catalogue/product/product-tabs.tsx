import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ProductReviews } from '../../reviews/product-reviews.tsx';
import type { Reviews } from '../../reviews/use-reviews.ts';
import { useDelivered } from '../../shell/delivered.tsx';
import { Price } from '../../ui/price.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { toTitle } from '../list/list-address.ts';
import { countStems, lowestPrice } from './choice.ts';
import type { PageProduct, PageSize } from './page-product.ts';
import { ScaleDrawing } from './scale-drawing.tsx';

type Props = {
  product: PageProduct;
  /** The chosen one, whose recipe and measures are shown. */
  size: PageSize;
  reviews: Reviews | undefined;
};

/** What a bouquet is made of and how to care for it; and the reviews tab, while it has no reviews to show below. */
export function ProductTabs({ product, size, reviews }: Props) {
  const specified = [
    { title: 'Specification', content: <Specification product={product} size={size} /> },
    { title: 'Care', content: <Care product={product} /> },
  ];
  return (
    <section aria-label="About this bouquet" className="mt-[clamp(3rem,6vw,6rem)]">
      <Tabs label="About this bouquet" tabs={reviews ? [...specified, reviewsTab(product, reviews)] : specified} />
    </section>
  );
}

const reviewsTab = ({ id }: PageProduct, reviews: Reviews) => ({
  title: 'Reviews',
  anchor: 'reviews',
  content: <ProductReviews productId={id} reviews={reviews} />,
});

function Specification({ product, size }: Omit<Props, 'reviews'>) {
  const { height_cm: height, width_cm: width } = size;
  const hasSizes = product.sizes.length > 1;
  const from = lowestPrice(product);
  const delivered = useDelivered(from ?? product.price);
  return (
    <div className="mt-3 grid items-start gap-6 tablet:grid-cols-[7fr_5fr] tablet:gap-[clamp(2rem,5.5vw,5.5rem)]">
      <dl>
        <Line term="Category">{product.category}</Line>
        <Line term="Description">{product.description}</Line>
        <Line term="Size">{toTitle([hasSizes ? size.size : product.size, ...measuresOf(size)].join(', '))}</Line>
        <Line term="Wrapping">{product.presentation}</Line>
        <Line term="Good for">{toTitle(product.occasions.join(', '))}</Line>
        <Line term="Price">
          {from && 'From '}
          <Price pounds={from ?? product.price} />, {delivered}
        </Line>
      </dl>
      <div>
        <div className="mt-1.5 rounded-square bg-lift px-5.5 pt-6 pb-5 shadow-paper tablet:mt-6.5 tablet:px-8 tablet:pt-7.5">
          <h2 className="text-h3">In the bunch</h2>
          <ul className="mt-3">
            {size.stems.map(({ flower, count }) => (
              <li key={flower} className="flex items-baseline gap-2.5 py-1.5">
                {flower}
                <span className="flex-1 -translate-y-1 border-control border-b border-dotted" />
                <span className="num">{count}</span>
              </li>
            ))}
            <li className="mt-2.5 flex justify-between border-leaf-900 border-t pt-3.5 font-semibold">
              Stems in all{hasSizes && `, ${size.size}`}
              <span className="num">{countStems(size)}</span>
            </li>
          </ul>
        </div>
        {height && width && <ScaleDrawing height={height} width={width} presentation={product.presentation} />}
      </div>
    </div>
  );
}

const measuresOf = ({ height_cm, width_cm }: PageSize): string[] => [
  ...(height_cm ? [`${height_cm} cm tall`] : []),
  ...(width_cm ? [`${width_cm} cm across`] : []),
];

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="stacks grid grid-cols-[6.5rem_1fr] gap-3.5 border-line border-b py-3.5 tablet:grid-cols-[9.375rem_1fr] tablet:gap-5 tablet:py-4.5">
      <dt className="text-soft">{term}</dt>
      <dd className="max-w-[56ch]">{children}</dd>
    </div>
  );
}

function Care({ product }: { product: PageProduct }) {
  return (
    <div className="prose mt-6 max-w-measure text-lead">
      <p>{product.care}</p>
      <p>
        There is more, flower by flower, in our <Link to="/care">care guide</Link>.
      </p>
    </div>
  );
}
