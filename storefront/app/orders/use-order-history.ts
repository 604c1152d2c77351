import { useInfiniteQuery } from '@tanstack/react-query';
import { MAX_ORDER_LIMIT, OrderList } from '#contract/orders.ts';
import { getJson } from '../api/client.ts';
import { withQuery } from '../api/with-query.ts';
import { readSavedScroll } from './restore-scroll.ts';

const PAGE = 10;
/** Of both lists: an order moves from one to the other when it is cancelled. */
export const HISTORY = ['orders'];

type Listed = 'C' | 'X';
type Page = { before: number | undefined; size: number };

/** As many orders as were shown when the page was left. */
const firstPage = (status: Listed): Page => ({
  before: undefined,
  size: (status === 'C' && readSavedScroll()?.shown) || PAGE,
});

/** The completed orders, or the cancelled ones, the newest first, a page at a time. */
export function useOrderHistory(status: Listed, isWanted: boolean) {
  return useInfiniteQuery({
    queryKey: [...HISTORY, status],
    enabled: isWanted,
    queryFn: ({ pageParam }) => fetchPage(status, pageParam),
    initialPageParam: firstPage(status),
    getNextPageParam: ({ orders, hasMore }): Page | undefined =>
      hasMore ? { before: orders.at(-1)?.id, size: PAGE } : undefined,
  });
}

async function fetchPage(status: Listed, { before, size }: Page) {
  const wanted = Math.min(size, MAX_ORDER_LIMIT - 1);
  // One more than is shown, to know whether there are more.
  const path = withQuery('/api/user/orders/', { status, limit: wanted + 1, before });
  const found = OrderList.parse(await getJson(path));
  return { orders: found.slice(0, wanted), hasMore: found.length > wanted };
}

export type OrderHistory = ReturnType<typeof useOrderHistory>;
