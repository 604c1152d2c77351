import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router';
import type { Order } from '#contract/orders.ts';
import { failureWords } from '../../api/failure-words.ts';
import { PrivateData } from '../../api/private-data.tsx';
import { pageMeta } from '../../page-meta.ts';
import { LoadingPage } from '../../session/loading-page.tsx';
import NotFoundPage from '../../shell/not-found-page.tsx';
import { FailureLine } from '../../ui/failure-line.tsx';
import { Loading } from '../../ui/loading/loading.tsx';
import type { Route } from './+types/change-order-page';
import '../../cart/cart.css';
import { fetchOrder } from '../fetch-order.ts';
import { OrderTrail } from '../order-frame.tsx';
import { ChangeArrangements } from './change-arrangements.tsx';
import { useOrderChanges } from './use-order-changes.ts';

const TITLE = 'Change your order';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: `${TITLE} – Marigold Lane`,
    description: 'Another day, address or gift note, and cancelling, until your flowers are tied.',
    path: '/profile',
    keepOutOfSearch: true,
  });

export default function ChangeOrderPage() {
  return (
    <PrivateData frame={<LoadingPage title={TITLE} />}>
      <OwnOrder />
    </PrivateData>
  );
}

function OwnOrder() {
  const { id = '' } = useParams();
  const {
    data: order,
    error,
    isPending,
    refetch,
  } = useQuery({ queryKey: ['order', id], queryFn: () => fetchOrder(id) });
  if (isPending) return <LoadingPage title={TITLE} />;
  if (order === null || order?.status === 'P') return <NotFoundPage />;
  return (
    <div className="wrap min-h-[60vh]">
      <OrderTrail id={id} page="Change" />
      <h1 className="num pt-2 pb-[clamp(1.25rem,2.6vw,2.25rem)]">Change order {id}</h1>
      {error && (
        <FailureLine onRetry={() => refetch()}>This order could not be loaded. {failureWords(error)}</FailureLine>
      )}
      {order && <Changes key={order.id} order={order} />}
      <p className="mt-8">
        <Link to={`/history/${id}`} className="link inline-flex min-h-11 items-center font-semibold">
          Back to order {id}
        </Link>
      </p>
    </div>
  );
}

/** Why nothing of it can change, of orders that are not asked about. */
const OVER: Partial<Record<NonNullable<Order['stage']>, string>> = {
  'awaiting payment': 'PayPal has not confirmed your payment yet. This order can change once it is paid.',
  cancelled: 'This order is cancelled.',
  delivered: 'Your flowers have been delivered, so nothing of this order can change any more.',
};

function Changes({ order }: { order: Order }) {
  const navigate = useNavigate();
  const changes = useOrderChanges(order);
  const over = order.stage && OVER[order.stage];
  if (over) return <p className="text-lead text-soft">{over}</p>;
  const { data, error, refetch } = changes;
  if (error && !data)
    return (
      <FailureLine onRetry={() => void refetch()}>
        What you can still change could not be loaded. {failureWords(error)}
      </FailureLine>
    );
  if (!data) return <Loading />;
  return (
    <ChangeArrangements
      order={order}
      offer={data}
      changes={changes}
      // Back does not lead to a page on which nothing can be done any more.
      onCancelled={() => void navigate(`/history/${order.id}`, { replace: true })}
    />
  );
}
