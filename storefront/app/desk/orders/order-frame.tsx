import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { DeskOrder } from '#contract/desk-orders.ts';
import { Crumb } from '../ui/page.tsx';
import { Slip } from '../ui/slip.tsx';

type Props = {
  order: number;
  title: string;
  children: ReactNode;
};

/** One thing to do with an order, on a page of its own: the way back is the browser's. */
export const OrderFrame = ({ order, title, children }: Props) => (
  <Decision crumb={{ to: `/desk/orders/${order}`, words: `Order ${order}` }} title={title}>
    {children}
  </Decision>
);

type DecisionProps = { crumb: { to: string; words: string }; title: string; children: ReactNode };

/** One thing to decide, on a slip of its own. */
export const Decision = ({ crumb, title, children }: DecisionProps) => (
  <section className="desk-page">
    <div className="mx-auto max-w-170">
      <Crumb {...crumb} />
      <Slip as="div">
        <h1>{title}</h1>
        {children}
      </Slip>
    </div>
  </section>
);

/** What it comes to: to leave it, or to do it. */
export const Ends = ({ children }: { children: ReactNode }) => (
  <div className="mt-2 flex flex-wrap justify-end gap-2.5 max-tablet:*:flex-auto">{children}</div>
);

/** Why it cannot be done, with the way to the claim that is answered before. */
export const WhyNot = ({ claim, why }: Pick<DeskOrder, 'claim'> & { why: string | null }) => (
  <p className="text-soft">
    {why} {why !== null && claim?.is_open && <Link to={`/desk/claims/${claim.id}`}>Look at the claim</Link>}
  </p>
);

/** Leaves all as it is. */
export const Back = ({ order, words }: { order: number; words: string }) => (
  <Link className="desk-button plain" to={`/desk/orders/${order}`}>
    {words}
  </Link>
);
