import { Link, useNavigation } from 'react-router';
import { LIST_PAGE, MAX_LIST_LIMIT } from '#contract/limits.ts';
import { SHOP } from '#contract/shop.ts';
import { readApi } from '../../api/server-api.ts';
import { withQuery } from '../../api/with-query.ts';
import { findRules, pageMeta } from '../../page-meta.ts';
import { cutOffWords } from '../../shell/delivery-rules.ts';
import { toCard } from '../card.ts';
import { ProductCards } from '../product-cards.tsx';
import type { Route } from './+types/product-list-page';
import { isForSearchEngines, KINDS } from './filter-choice.ts';
import { ALL_FILTERS, FilterStrip } from './filter-strip.tsx';
import { ClearFilters, FilterList, isNarrowed } from './filters.tsx';
import { type ListFilters, listAddress, readFilters } from './list-address.ts';
import { headingFor } from './list-heading.ts';
import { MoreProducts } from './more-products.tsx';
import { NothingHere } from './nothing-here.tsx';
import { SortChoice } from './sort-choice.tsx';

/** What is shown when a search finds nothing. */
const SUGGESTIONS = withQuery('/api/products/', { limit: 4 });

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const filters = readFilters(searchParams);
  const facetsOf = ({ search: _search, sort: _sort, ...narrowed }: ListFilters) =>
    readApi(context, withQuery('/api/products/facets/', narrowed));
  const list = (limit: number, from: string | null) =>
    readApi(context, withQuery('/api/products/', { limit, ...filters, after: from || undefined }));
  const after = searchParams.get('after');
  const [further, facets] = await Promise.all([list(LIST_PAGE + 1, after), facetsOf(filters)]);
  // After the last bouquet there is none: the list begins again.
  const isFurther = after !== null && further.length > 0;
  const products = after === null || isFurther ? further : await list(LIST_PAGE + 1, null);
  const hasMore = products.length > LIST_PAGE;
  const countMatching = async () => {
    if (!hasMore && !isFurther) return { count: products.length };
    if (!filters.search) return facets.matching;
    const { length: count } = await list(MAX_LIST_LIMIT, null);
    return { count, ...(count === MAX_LIST_LIMIT && { at_least: true as const }) };
  };
  const isEmpty = products.length === 0;
  const suggestions = filters.search && isEmpty ? await readApi(context, SUGGESTIONS) : [];
  // Which filter to take away, for a list that nothing is left of.
  const kinds = isEmpty && !filters.search ? KINDS.filter((kind) => filters[kind]) : [];
  const without = await Promise.all(
    kinds.map(async (kind) => ({ kind, ...(await facetsOf({ ...filters, [kind]: undefined })).matching })),
  );
  const cards = products.slice(0, LIST_PAGE).map(toCard);
  return {
    products: cards,
    facets,
    filters,
    heading: headingFor(filters, cards[0]),
    hasMore,
    isFurther,
    matching: await countMatching(),
    instead: suggestions.map(toCard),
    without: without.filter(({ count }) => count > 0),
  };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const { filters = {}, heading = 'All bouquets' } = loaderData ?? {};
  return pageMeta(matches, {
    title: `${heading} – ${SHOP.name}`,
    description: `${heading} tied by hand in London and delivered across the UK. Choose by occasion or kind, add a gift note, order before ${cutOffWords(findRules(matches).cut_off)} for the next day.`,
    // Sorted and searched lists show nothing new: their canonical address is that of the plain list.
    path: listAddress({ ...filters, search: undefined, sort: undefined }),
    keepOutOfSearch: !isForSearchEngines(filters),
  });
};

function countWords({ products, facets, filters, matching }: Route.ComponentProps['loaderData']): string {
  const near = products[0]?.match === 'near';
  if (near) return `No bouquet is called “${filters.search}”. These come close.`;
  if (products.length === 0) return `None of our ${facets.total}.`;
  if (!isNarrowed(filters)) return `${facets.total} of them, every one tied to order.`;
  return `${matching.at_least ? 'At least ' : ''}${matching.count} of ${facets.total}, every one tied to order.`;
}

export default function ProductListPage({ loaderData }: Route.ComponentProps) {
  const { products, facets, filters, hasMore, isFurther, matching, heading } = loaderData;
  const last = products.at(-1);
  const { state, location } = useNavigation();
  // Two filters pressed in quick succession add up: the second starts from the address that the first navigates to.
  const chosen = location?.pathname === '/product' ? readFilters(new URLSearchParams(location.search)) : filters;
  return (
    <div className="wrap">
      <div className="flex flex-wrap items-end justify-between gap-5 desk:flex-nowrap pt-[clamp(1.75rem,4vw,3.5rem)] pb-[clamp(1.25rem,2.6vw,2.25rem)]">
        <div>
          <h1>{heading}</h1>
          <p role="status" className="num mt-2 text-lead text-soft">
            {countWords(loaderData)}
          </p>
          {filters.pets && (
            <p className="mt-1 max-w-[46rem] text-small text-soft">
              Every plant in these is on the ASPCA’s list of those that are not toxic to cats and dogs. A plant that we
              do not know is not called safe.{' '}
              <Link to="/care#lilies" className="link">
                Lilies and cats
              </Link>
            </p>
          )}
        </div>
        <div className="no-print max-desk:hidden">
          <SortChoice filters={chosen} />
        </div>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-[clamp(1.125rem,5vw,5rem)] desk:grid-cols-[14.5rem_minmax(0,1fr)]">
        <aside aria-label="Filters" className="no-print max-desk:contents">
          {/* Without scripts a small screen has it below the list, except for the occasions, which are in the strip. */}
          <div
            id={ALL_FILTERS}
            className="relative max-desk:order-last not-noscript:max-desk:hidden max-desk:[&_nav>:first-child]:hidden"
          >
            <FilterList filters={chosen} facets={facets} />
            <ClearFilters filters={chosen} className="absolute -top-2.5 right-0 text-small" short />
          </div>
          <div className="desk:hidden">
            <FilterStrip
              filters={chosen}
              facets={facets}
              count={state === 'idle' && !matching.at_least ? matching.count : undefined}
            />
          </div>
        </aside>
        {products.length === 0 ? (
          <NothingHere {...loaderData} />
        ) : (
          <div aria-busy={state === 'loading'}>
            {isFurther && (
              <p className="mb-6">
                <Link to={listAddress(filters)} className="button outlined small">
                  Back to the first
                </Link>
              </p>
            )}
            <ul className="grid grid-cols-2 gap-x-gutter gap-y-[clamp(2.125rem,4vw,3.75rem)]">
              <ProductCards products={products} eager={2} />
              {hasMore && last && (
                <MoreProducts key={`${listAddress(filters)} ${last.id}`} filters={filters} after={last} />
              )}
            </ul>
          </div>
        )}
      </div>
    </div>
  );
}
