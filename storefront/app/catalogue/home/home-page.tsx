import { Link } from 'react-router';
import { SHOP, type ShopDetails } from '#contract/shop.ts';
import { readApi } from '../../api/server-api.ts';
import { withQuery } from '../../api/with-query.ts';
import { findRules, findShop, pageMeta } from '../../page-meta.ts';
import { cutOffWords } from '../../shell/delivery-rules.ts';
import { HydrateLater } from '../../ui/loading/hydrate-later.tsx';
import { toCard } from '../card.ts';
import { CARD_SIZES } from '../card-sizes.ts';
import { ProductCard } from '../product-card.tsx';
import { Promises } from '../promises.tsx';
import { RecentlySeen } from '../recently-seen/recently-seen.tsx';
import type { Route } from './+types/home-page';
import { Hero } from './hero.tsx';
import { BirthdayTile, NoteTile } from './home-tiles.tsx';
import { Promo } from './promo.tsx';

/** The most that the home page shows; the list page has the rest. */
const MAX_ARRIVALS = 60;

export async function loader({ context }: Route.LoaderArgs) {
  const [products, facets] = await Promise.all([
    readApi(context, withQuery('/api/products/', { limit: MAX_ARRIVALS })),
    readApi(context, '/api/products/facets/'),
  ]);
  // Of these two the close-up is shown by itself, over its placeholder.
  const birthday = products[4]?.pictures[1];
  const promises = products.find(({ category }) => category === 'Seasonal')?.pictures[1] ?? products[0]?.pictures[0];
  return { products: products.map(toCard), total: facets.total, birthday, promises };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: `Bouquets by hand, delivered next day – ${SHOP.name}`,
    description: `Fresh bouquets for any occasion, tied by hand in London. Order before ${cutOffWords(findRules(matches).cut_off)} for next-day delivery across the UK, with your own gift note.`,
    path: '/',
    structuredData: [describeFlorist(findShop(matches))],
  });

const describeFlorist = ({ email, street, city, postcode }: ShopDetails) => ({
  '@context': 'https://schema.org',
  '@type': 'Florist',
  name: SHOP.name,
  url: '/',
  image: '/social.jpg',
  email,
  priceRange: '££',
  currenciesAccepted: 'GBP',
  address: {
    '@type': 'PostalAddress',
    streetAddress: street,
    addressLocality: city,
    postalCode: postcode,
    addressCountry: 'GB',
  },
  areaServed: { '@type': 'Country', name: 'United Kingdom' },
});

export default function HomePage({ loaderData: { products, total, birthday, promises } }: Route.ComponentProps) {
  const last = products.at(-1);
  return (
    <>
      <Hero />
      <section id="new" aria-labelledby="new-title" className="wrap mt-[clamp(3.5rem,6.5vw,6.5rem)]">
        <div className="mb-[clamp(1.375rem,3vw,2.5rem)] flex items-end justify-between gap-6">
          <h2 id="new-title">New Arrivals</h2>
          <Link to="/product" className="link pb-1">
            All {total} bouquets
          </Link>
        </div>
        {products.length === 0 ? (
          <p className="text-lead text-soft">The buckets are empty this morning. New bouquets are on their way.</p>
        ) : (
          <ul className="grid grid-cols-2 gap-x-gutter gap-y-[clamp(2.125rem,4vw,3.75rem)] tablet:grid-cols-3 desk:grid-cols-4">
            {products.map((product, place) => [
              place === 6 && <BirthdayTile key="birthday" picture={birthday} />,
              place === 16 && <NoteTile key="note" />,
              <HydrateLater key={product.id}>
                <ProductCard product={product} sizes={CARD_SIZES.home} words="Buy now" showCategory />
              </HydrateLater>,
            ])}
          </ul>
        )}
        {last && total > products.length && (
          <p className="mt-[clamp(2.125rem,4vw,3.75rem)] text-center">
            <Link to={`/product?after=${last.id}`} className="button outlined">
              Show more bouquets
            </Link>
          </p>
        )}
      </section>
      <HydrateLater>
        <Promises picture={promises} />
        <Promo
          product={products.find(({ name, availability }) => name === 'Peony Weather' && availability === 'on_sale')}
        />
      </HydrateLater>
      <div className="wrap">
        <RecentlySeen />
      </div>
    </>
  );
}
