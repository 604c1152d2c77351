import { useNavigation } from 'react-router';
import { LIST_PAGE } from '#contract/limits.ts';
import type { Facets, Product } from '#contract/products.ts';
import { SHOP } from '#contract/shop.ts';
import { readApi } from '../api/server-api.ts';
import { findRules, pageMeta } from '../page-meta.ts';
import { cutOffWords } from '../shell/delivery-rules.ts';
import type { Route } from './+types/product-list-page';
import { type Card, toCard } from './card.ts';
import { ClearFilters, FilterList, FilterStrip } from './filters.tsx';
import { type ListFilters, listAddress, readFilters, toTitle } from './list-address.ts';
import { MoreProducts } from './more-products.tsx';
import { NothingHere } from './nothing-here.tsx';
import { ProductCards } from './product-cards.tsx';
import { SortChoice } from './sort-choice.tsx';

/** What is shown when a search finds nothing. */
const SUGGESTIONS = '/api/products/?limit=4';

export async function loader({ request, context }: Route.LoaderArgs) {
  const filters = readFilters(new URL(request.url).searchParams);
  const query = listAddress(filters).replace('/product', '').replace('?', '&');
  const [products, facets] = await Promise.all([
    readApi<Product[]>(context, `/api/products/?limit=${LIST_PAGE + 1}${query}`),
    readApi<Facets>(context, '/api/products/facets/'),
  ]);
  const suggestions = filters.search && products.length === 0 ? await readApi<Product[]>(context, SUGGESTIONS) : [];
  return {
    products: products.slice(0, LIST_PAGE).map(toCard),
    facets,
    filters,
    hasMore: products.length > LIST_PAGE,
    instead: suggestions.map(toCard),
  };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const filters = loaderData?.filters ?? {};
  const heading = headingFor(filters, loaderData?.products[0]);
  return pageMeta(matches, {
    title: `${heading} – ${SHOP.name}`,
    description: `${heading} tied by hand in London and delivered across the UK. Choose by occasion or kind, add a gift note, order before ${cutOffWords(findRules(matches).cut_off)} for the next day.`,
    // Sorted and searched lists show nothing new: their canonical address is that of the plain list.
    path: listAddress({ category: filters.category, occasion: filters.occasion }),
    keepOutOfSearch: Boolean(filters.search),
  });
};

function headingFor({ search, category, occasion }: ListFilters, first: Card | undefined): string {
  if (search) return first?.group ? `Bouquets for “${search}”` : `Bouquets called “${search}”`;
  const kind = category && category.toLowerCase() !== 'bouquets' ? toTitle(category) : 'bouquets';
  if (occasion) return `${toTitle(occasion)} ${category ? kind.toLowerCase() : 'bouquets'}`;
  return category ? toTitle(kind) : 'All bouquets';
}

function countWords(products: Card[], facets: Facets, filters: ListFilters, hasMore: boolean): string {
  const near = products[0]?.match === 'near';
  if (near) return `No bouquet is called “${filters.search}”. These come close.`;
  if (products.length === 0) return `None of our ${facets.total}.`;
  const narrowed = filters.search || filters.category || filters.occasion;
  if (!narrowed) return `${facets.total} of them, every one tied to order.`;
  return hasMore ? 'Every one tied to order.' : `${products.length} of ${facets.total}, every one tied to order.`;
}

/** How many bouquets match the filters; undefined if only a page is loaded and no facet counts them. */
function countOf(products: Card[], facets: Facets, filters: ListFilters, hasMore: boolean): number | undefined {
  if (!hasMore) return products.length;
  const { search, category, occasion } = filters;
  if (search || (category && occasion)) return undefined;
  const [name, options] = category ? [category, facets.categories] : [occasion, facets.occasions];
  if (!name) return facets.total;
  return options.find((option) => option.name.toLowerCase() === name.toLowerCase())?.count;
}

export default function ProductListPage({ loaderData }: Route.ComponentProps) {
  const { products, facets, filters, hasMore, instead: suggestions } = loaderData;
  const { state, location } = useNavigation();
  // Two filters pressed in quick succession add up: the second starts from the address that the first navigates to.
  const chosen = location?.pathname === '/product' ? readFilters(new URLSearchParams(location.search)) : filters;
  return (
    <div className="wrap">
      <div className="flex flex-wrap items-end justify-between gap-5 pt-[clamp(1.75rem,4vw,3.5rem)] pb-[clamp(1.25rem,2.6vw,2.25rem)]">
        <div>
          <h1>{headingFor(filters, products[0])}</h1>
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
            <FilterList filters={chosen} facets={facets}>
              <ClearFilters filters={chosen} className="mt-5 text-small" />
            </FilterList>
          </div>
          <div className="desk:hidden">
            <FilterStrip
              filters={chosen}
              facets={facets}
              count={state === 'idle' ? countOf(products, facets, filters, hasMore) : undefined}
            />
          </div>
        </aside>
        {products.length === 0 ? (
          <NothingHere filters={filters} facets={facets} instead={suggestions} />
        ) : (
          <div aria-busy={state === 'loading'}>
            <ul className="grid grid-cols-2 gap-x-gutter gap-y-[clamp(2.125rem,4vw,3.75rem)]">
              <ProductCards products={products} eager={2} />
              {hasMore && <MoreProducts key={listAddress(filters)} filters={filters} after={products.at(-1)} />}
            </ul>
          </div>
        )}
      </div>
    </div>
  );
}
