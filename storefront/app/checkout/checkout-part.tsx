import type { ReactNode } from 'react';
import { type Fact, OrderFacts, type Part } from './order-facts.tsx';

type Props = {
  part: Part;
  title?: string;
  /** What is said of it while it is folded; empty where it cannot be. */
  facts: readonly Fact[];
  isFolded: boolean;
  onEdit: (fact: Fact) => void;
  /** Folds it again; undefined where it stays open. */
  onDone: (() => void) | undefined;
  children: ReactNode;
};

/** One thing to settle before paying: open, or folded to what was chosen and a way to change it. */
export function CheckoutPart({ part, title, facts, isFolded, onEdit, onDone, children }: Props) {
  if (isFolded) return <OrderFacts facts={facts} disabled={false} onEdit={onEdit} />;
  return (
    <section data-part={part} className="till-part">
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
