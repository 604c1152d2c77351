import type { RunStop } from '#contract/runs.ts';
import { RowLink } from '../row-link.tsx';

/** Who gets it and where, and the way to the order. */
export const StopName = ({ stop: { order, name, street, not_to_send } }: { stop: RunStop }) => (
  <span className="dl-who">
    <RowLink to={`/desk/orders/${order}`}>
      <b>{name}</b>
    </RowLink>{' '}
    <span className="soft">
      {order} · {street}
    </span>
    {not_to_send && <span className="dl-held">{not_to_send}</span>}
  </span>
);
