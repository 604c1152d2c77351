import type { RunStop } from '#contract/runs.ts';
import { RowLink } from '../row-link.tsx';

/** Who gets it and where, and the way to the order. */
export const StopName = ({ stop: { order, name, street, not_to_send } }: { stop: RunStop }) => (
  <span className="dl-who flex flex-wrap items-baseline gap-y-0 gap-x-3 min-w-0">
    <RowLink to={`/desk/orders/${order}`}>
      <b>{name}</b>
    </RowLink>{' '}
    <span className="text-soft">
      {order} · {street}
    </span>
    {not_to_send && <span className="[flex-basis:100%] font-semibold">{not_to_send}</span>}
  </span>
);
