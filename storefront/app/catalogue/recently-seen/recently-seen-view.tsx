import { useEffect, useRef, useState } from 'react';
import { listProductsByIds } from '../../api/list-products-by-ids.ts';
import { type Card, toCard } from '../card.ts';
import { CARD_SIZES } from '../card-sizes.ts';
import { ProductCard } from '../product-card.tsx';
import { clearRecentlySeen, forgetSeen } from './recently-seen-store.ts';

/** One row on a desktop. */
const SHOWN = 4;

/** The bouquets with these ids, without those that are no longer sold. */
export function RecentlySeenView({ ids }: { ids: number[] }) {
  const [cards, setCards] = useState<Card[]>([]);
  const [isCleared, setIsCleared] = useState(false);
  const status = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    const control = new AbortController();
    listProductsByIds(ids, control.signal).then(
      (products) => {
        const found = ids.flatMap((id) => products.find((product) => product.id === id) ?? []);
        forgetSeen(ids.filter((id) => !products.some((product) => product.id === id)));
        setCards(found.slice(0, SHOWN).map(toCard));
      },
      // Without them the page is whole.
      () => undefined,
    );
    return () => control.abort();
  }, [ids]);

  // The button that had the focus is gone.
  useEffect(() => {
    if (isCleared) status.current?.focus();
  }, [isCleared]);

  if (isCleared) {
    return (
      <p ref={status} tabIndex={-1} role="status" className="mt-section text-small text-soft outline-none">
        This browser has forgotten which bouquets you opened.
      </p>
    );
  }
  if (cards.length === 0) return null;
  const clear = () => {
    clearRecentlySeen();
    setIsCleared(true);
  };
  return (
    <section aria-labelledby="seen-title" className="mt-section">
      <div className="mb-[clamp(1.375rem,3vw,2.5rem)] flex items-end justify-between gap-6">
        <h2 id="seen-title">Recently seen</h2>
        <button type="button" className="link min-h-11 pb-1 text-small" onClick={clear}>
          Forget these
        </button>
      </div>
      <ul className="grid grid-cols-2 gap-x-gutter gap-y-[clamp(2.125rem,4vw,3.75rem)] desk:grid-cols-4">
        {cards.map((card) => (
          <ProductCard key={card.id} product={card} sizes={CARD_SIZES.related} />
        ))}
      </ul>
    </section>
  );
}
