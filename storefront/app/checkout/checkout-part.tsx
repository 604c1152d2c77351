import type { ReactNode } from 'react';
import { type Fact, OrderFacts, type Part } from './order-facts.tsx';

type Props = {
  part: Part;
  title?: string;
  /** Its summary while it is folded; empty if it cannot be folded. */
  facts: readonly Fact[];
  isFolded: boolean;
  onEdit: (fact: Fact) => void;
  /** Folds it again; undefined if it stays open. */
  onDone: (() => void) | undefined;
  children: ReactNode;
};

/** One part of the checkout: open, or folded to its summary and an Edit button. */
export function CheckoutPart({ part, title, facts, isFolded, onEdit, onDone, children }: Props) {
  if (isFolded) return <OrderFacts facts={facts} disabled={false} onEdit={onEdit} />;
  return (
    <section data-part={part} className="checkout-part">
      {title && <h2 className="mb-5 text-[1.75rem]">{title}</h2>}
      {children}
      {onDone && (
        <button type="button" className="button small mt-5 max-tablet:w-full" onClick={onDone}>
          Done
        </button>
      )}
    </section>
  );
}
