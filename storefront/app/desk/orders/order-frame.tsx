import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { DeskOrder } from '#contract/desk-orders.ts';
import type { Refused } from '../desk-page.ts';
import { RefusedWords } from '../paper/form-parts.tsx';

type Props = {
  order: number;
  title: string;
  children: ReactNode;
  refused: Refused['refused'] | undefined;
  /** What is refused at these fields is said there. */
  fields: string[];
};

/** One thing to do with an order, on a page of its own: it works without scripts, and the way back is the browser's. */
export const OrderFrame = ({ order, title, children, refused, fields }: Props) => (
  <section className="desk-page order-act">
    <Link className="paper-crumb" to={`/desk/orders/${order}`}>
      ‹ Order {order}
    </Link>
    <div className="paper-slip">
      <h1>{title}</h1>
      <RefusedWords refused={refused} fields={fields} />
      {children}
    </div>
  </section>
);

/** Why it cannot be done, with the way to the claim that is answered before. */
export const WhyNot = ({ claim, why }: Pick<DeskOrder, 'claim'> & { why: string | null }) => (
  <p className="desk-soft">
    {why} {why !== null && claim?.is_open && <Link to={`/desk/claims/${claim.id}`}>Look at the claim</Link>}
  </p>
);

/** Leaves all as it is. */
export const Back = ({ order, words }: { order: number; words: string }) => (
  <Link className="desk-button plain" to={`/desk/orders/${order}`}>
    {words}
  </Link>
);
