import { Link } from 'react-router';
import type { Order } from '#contract/orders.ts';
import { failureWords } from '../api/failure-words.ts';
import { FailureLine } from '../ui/failure-line.tsx';
import { ArrangementRows } from './arrangement-rows.tsx';
import { canChange, type OwnChanges } from './change/use-order-changes.ts';

/** Where, when and how the flowers come, to read. While something of it can change, a link leads to the page that changes it. */
export function Arrangements({ order, changes }: { order: Order; changes: OwnChanges }) {
  const { data, error, refetch } = changes;
  return (
    <section aria-labelledby="arrangements" className="mt-8.5 tablet:mt-13">
      <h2 id="arrangements" className="text-[1.75rem]">
        For the day
      </h2>
      {data?.change && <p className="mt-1.5 text-soft">{data.change}</p>}
      {error && !data && (
        <div className="no-print mt-4">
          <FailureLine onRetry={() => void refetch()}>
            What you can still change could not be loaded. {failureWords(error)}
          </FailureLine>
        </div>
      )}
      <ArrangementRows order={order} />
      {data?.asked && data.cancel !== data.change && <p className="mt-3 text-small text-soft">{data.cancel}</p>}
      {data && canChange(data) && (
        <p className="no-print mt-4">
          <Link to={`/history/${order.id}/change`} className="button outlined small">
            {data.cancel === null ? 'Change or cancel this order' : 'Change this order'}
          </Link>
        </p>
      )}
    </section>
  );
}
