import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { formatPounds } from '#contract/money.ts';
import { failureWords } from '../api/failure-words.ts';
import { useCartsAwaitingPayment } from '../cart/cart-query.ts';
import { useShopNow } from '../shell/shop-clock.ts';
import { FailureLine } from '../ui/failure-line.tsx';
import { observeVisibility } from '../ui/loading/observe-visibility.ts';
import { OrderCard } from './order-card.tsx';
import { useScrollRestoration } from './restore-scroll.ts';
import type { OrderHistory as History } from './use-order-history.ts';

/** Fetched this far before the end comes into sight. */
const AHEAD = '600px';

type Props = { completed: History; cancelled: History };

/** All completed orders, the newest first, and after the last of them what was cancelled; more are fetched while scrolling. */
export function OrderHistory({ completed, cancelled }: Props) {
  const awaiting = useCartsAwaitingPayment();
  const [done, dropped] = [ordersOf(completed), ordersOf(cancelled)];
  useScrollRestoration(cancelled.isPending ? 0 : done.length);

  // The browser may have restored the scroll position: without orders the message is at the top.
  const hasNothing = completed.isError && !completed.data;
  useEffect(() => {
    if (hasNothing) scrollTo({ top: 0, behavior: 'instant' });
  }, [hasNothing]);

  const isWhole = completed.data !== undefined && !completed.hasNextPage;
  return (
    <>
      <Failure history={completed}>Your orders could not be loaded.</Failure>
      {awaiting.map(({ id, amount_to_pay }) => (
        <p key={id} className="rounded-soft bg-lift px-5.5 py-4 text-small ring-1 ring-line">
          <Link to={`/history/${id}`} reloadDocument className="link font-semibold">
            Order {id}
          </Link>{' '}
          waits for PayPal to confirm your payment of {formatPounds(amount_to_pay)}.
        </p>
      ))}
      {completed.data && done.length === 0 && <NoOrders />}
      <Orders history={completed} heading="h2" />
      {isWhole && (dropped.length > 0 || cancelled.isError) && (
        <section aria-labelledby="cancelled-orders" className="mt-7.5 grid gap-5.5">
          <h2 id="cancelled-orders" className="text-h2">
            Cancelled orders
          </h2>
          <Failure history={cancelled}>Your cancelled orders could not be loaded.</Failure>
          <Orders history={cancelled} heading="h3" />
        </section>
      )}
    </>
  );
}

const ordersOf = ({ data }: History) => data?.pages.flatMap((page) => page.orders) ?? [];

function Failure({ history, children }: { history: History; children: string }) {
  if (!history.error || history.isFetchNextPageError) return null;
  return (
    <FailureLine onRetry={() => history.refetch()}>
      {children} {failureWords(history.error)}
    </FailureLine>
  );
}

/** One of the lists, with its end. */
function Orders({ history, heading }: { history: History; heading: 'h2' | 'h3' }) {
  const list = useRef<HTMLUListElement>(null);
  const now = useShopNow() ?? new Date();
  const orders = ordersOf(history);
  const focusFrom = useRef<number>(undefined);

  // After the button was pressed, the focus moves to the first of the new orders.
  useEffect(() => {
    const from = focusFrom.current;
    if (from === undefined || orders.length <= from) return;
    focusFrom.current = undefined;
    list.current?.querySelectorAll<HTMLElement>('.order-link')[from]?.focus();
  }, [orders.length]);

  if (orders.length === 0) return null;
  return (
    <>
      <ul ref={list} className="grid gap-5.5">
        {orders.map((order) => (
          <OrderCard key={order.id} order={order} now={now} heading={heading} />
        ))}
      </ul>
      <More
        history={history}
        shown={orders.length}
        onPress={() => {
          focusFrom.current = orders.length;
          void history.fetchNextPage();
        }}
      />
    </>
  );
}

type MoreProps = { history: History; shown: number; onPress: () => void };

/** The end of the list: it fetches more when it comes near the screen, and has a button for the same. */
function More({ history, shown, onPress }: MoreProps) {
  const { hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = history;
  const end = useRef<HTMLDivElement>(null);
  const isIdle = hasNextPage && !isFetching && !isFetchNextPageError;

  // biome-ignore lint/correctness/useExhaustiveDependencies: observed anew for each page, which may not fill the screen
  useEffect(() => {
    if (!isIdle || !end.current || !('IntersectionObserver' in window)) return;
    return observeVisibility(end.current, (isVisible) => isVisible && void fetchNextPage(), AHEAD);
  }, [isIdle, shown, fetchNextPage]);

  return (
    <div ref={end} className="grid justify-items-center gap-3">
      {isFetchNextPageError && (
        <div className="w-full">
          <FailureLine onRetry={() => fetchNextPage()}>
            More orders could not be loaded. {failureWords(history.error)}
          </FailureLine>
        </div>
      )}
      <p role="status" className="text-small text-soft empty:absolute">
        {isFetchingNextPage && 'Fetching more orders…'}
        {!isFetchingNextPage && !isFetchNextPageError && countWords(history, shown)}
      </p>
      {hasNextPage && !isFetchNextPageError && (
        <button type="button" className="button outlined" aria-disabled={isFetching || undefined} onClick={onPress}>
          Show more
        </button>
      )}
    </div>
  );
}

function countWords({ data, hasNextPage }: History, shown: number): string {
  if (hasNextPage) return `${shown} orders shown.`;
  // A single page of orders needs no sentence about its end.
  return (data?.pages.length ?? 0) > 1 ? `That is all of them: ${shown} orders.` : '';
}

function NoOrders() {
  return (
    <section className="paper-card">
      <h2 className="text-h3">You have no completed orders.</h2>
      <p className="mt-2 mb-4 text-small text-soft">Your first one will be kept here, note and all.</p>
      <Link to="/product" reloadDocument className="button outlined small">
        Shop Now
      </Link>
    </section>
  );
}
