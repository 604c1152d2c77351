import { Link, useNavigation } from 'react-router';
import { LIST_PAGE } from '#contract/limits.ts';
import type { Facets, Product } from '#contract/products.ts';
import { SHOP } from '#contract/shop.ts';
import { readApi } from '../api/server-api.ts';
import { pageMeta } from '../page-meta.ts';
import type { Route } from './+types/product-list-page';
import { type Card, toCard } from './card.ts';
import { CARD_SIZES } from './card-sizes.ts';
import { FilterList, FilterStrip } from './filters.tsx';
import { type ListFilters, listAddress, readFilters, toTitle } from './list-address.ts';
import { MoreProducts } from './more-products.tsx';
import { ProductCard } from './product-card.tsx';
import { SortChoice } from './sort-choice.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  const filters = readFilters(new URL(request.url).searchParams);
  const query = listAddress(filters).replace('/product', '').replace('?', '&');
  const [products, facets] = await Promise.all([
    readApi<Product[]>(context, `/api/products/?limit=${LIST_PAGE + 1}${query}`),
    readApi<Facets>(context, '/api/products/facets/'),
  ]);
  return { products: products.slice(0, LIST_PAGE).map(toCard), facets, filters, hasMore: products.length > LIST_PAGE };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const filters = loaderData?.filters ?? {};
  const heading = headingFor(filters);
  return pageMeta(matches, {
    title: `${heading} – ${SHOP.name}`,
    description: `${heading} tied by hand in London and delivered across the UK. Choose by occasion or kind, add a gift note, order before 12 noon for the next day.`,
    // Sorted and searched lists show nothing new: search engines are sent to the plain one.
    path: listAddress({ category: filters.category, occasion: filters.occasion }),
    keepOutOfSearch: Boolean(filters.search),
  });
};

function headingFor({ search, category, occasion }: ListFilters): string {
  if (search) return `Bouquets called “${search}”`;
  const kind = category && category.toLowerCase() !== 'bouquets' ? toTitle(category) : 'bouquets';
  if (occasion) return `${toTitle(occasion)} ${category ? kind.toLowerCase() : 'bouquets'}`;
  return category ? toTitle(kind) : 'All bouquets';
}

function countWords(products: Card[], facets: Facets, filters: ListFilters, hasMore: boolean): string {
  const near = products[0]?.match === 'near';
  if (near) return `No bouquet is called “${filters.search}”. These come close.`;
  const narrowed = filters.search || filters.category || filters.occasion;
  if (!narrowed) return `${facets.total} of them, every one tied to order.`;
  return hasMore ? 'Every one tied to order.' : `${products.length} of ${facets.total}, every one tied to order.`;
}

export default function ProductListPage({ loaderData }: Route.ComponentProps) {
  const { products, facets, filters, hasMore } = loaderData;
  const { state, location } = useNavigation();
  // Two filters chosen in quick succession add up: the second starts from where the first is leading.
  const chosen = location?.pathname === '/product' ? readFilters(new URLSearchParams(location.search)) : filters;
  return (
    <div className="wrap">
      <div className="flex flex-wrap items-end justify-between gap-5 pt-[clamp(1.75rem,4vw,3.5rem)] pb-[clamp(1.25rem,2.6vw,2.25rem)]">
        <div>
          <h1>{headingFor(filters)}</h1>
          <p role="status" className="num mt-2 text-lead text-soft">
            {countWords(products, facets, filters, hasMore)}
          </p>
        </div>
        <div className="max-desk:hidden">
          <SortChoice filters={chosen} />
        </div>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-[clamp(1.125rem,5vw,5rem)] desk:grid-cols-[14.5rem_minmax(0,1fr)]">
        <aside aria-label="Filters">
          <div className="max-desk:hidden">
            <FilterList filters={chosen} facets={facets} />
          </div>
          <div className="desk:hidden">
            <FilterStrip filters={chosen} facets={facets} />
          </div>
        </aside>
        {products.length === 0 ? (
          <NothingHere filters={filters} />
        ) : (
          <div aria-busy={state === 'loading'}>
            <ul className="grid grid-cols-2 gap-x-gutter gap-y-[clamp(2.125rem,4vw,3.75rem)]">
              {products.map((product, place) => (
                <ProductCard
                  key={product.id}
                  product={product}
                  sizes={CARD_SIZES.list}
                  heading="h2"
                  large
                  eager={place < 2}
                />
              ))}
              {hasMore && <MoreProducts key={listAddress(filters)} filters={filters} after={products.at(-1)?.id} />}
            </ul>
          </div>
        )}
      </div>
    </div>
  );
}

function NothingHere({ filters }: { filters: ListFilters }) {
  return (
    <div className="max-w-[30rem] rounded-square bg-lift p-[clamp(1.5rem,3vw,2.25rem)] shadow-paper">
      <h2 className="text-h3">
        {filters.search ? `No bouquet called “${filters.search}”.` : 'Nothing fits both of these.'}
      </h2>
      <p className="mt-2 mb-5 text-soft">
        {filters.search
          ? 'Check the spelling, or browse by occasion instead.'
          : 'Take one of the filters away, or see the whole range.'}
      </p>
      <Link to="/product" className="button small outlined">
        Browse bouquets
      </Link>
    </div>
  );
}
