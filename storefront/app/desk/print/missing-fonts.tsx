import { useEffect, useState } from 'react';
import type { PrintedOrder } from '#contract/desk-print.ts';
import { findMissingSigns } from './find-missing-signs.ts';

/** More orders than this are counted and not named. */
const MOST_NAMED = 12;

/** Says before printing for which orders this machine has no font. Chinese, Arabic or emoji are printed in the fonts it has. */
export function MissingFonts({ orders, isCard }: { orders: readonly PrintedOrder[]; isCard: boolean }) {
  const [missing, setMissing] = useState<number[]>([]);
  useEffect(() => {
    let isHere = true;
    // Our own fonts may still be on their way, and until then others stand in for them.
    void document.fonts.ready.then(() => {
      const sample = document.querySelector('.sheets .note p, .sheets .note, .sheets .to') ?? document.body;
      const texts = orders.map((order) =>
        isCard ? order.note : `${order.note}${order.recipient}${order.address.join()}`,
      );
      const found = findMissingSigns(texts, getComputedStyle(sample).fontFamily);
      if (isHere) setMissing(orders.flatMap(({ id }, index) => (found[index] ? [id] : [])));
    });
    return () => {
      isHere = false;
    };
  }, [orders, isCard]);
  if (missing.length === 0) return null;
  return (
    <p className="print-warn" role="alert">
      {nameOrders(missing)} signs that this machine has no font for: there will be gaps on the paper. Install the Noto
      fonts on it, or write them by hand.
    </p>
  );
}

function nameOrders(ids: number[]): string {
  if (ids.length > MOST_NAMED) return `${ids.length} orders have`;
  const last = ids.at(-1);
  return ids.length === 1 ? `Order ${last} has` : `Orders ${ids.slice(0, -1).join(', ')} and ${last} have`;
}
