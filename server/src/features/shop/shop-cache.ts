import type { ShopDetails } from '#contract/shop.ts';
import type { Database } from '#server/platform/database/connect.ts';
import { DEFAULT_DETAILS, readDetails } from './read-details.ts';

/** Who sells, in memory. */
export type ShopCache = {
  details(): ShopDetails;
  /** Undefined while nothing differs from what the code has. */
  ownDetails(): ShopDetails | undefined;
  /** Reads the details again. Rejects if that cannot be done. */
  renew(): Promise<void>;
  /** The same; what goes wrong is reported, and tried again at the next renewal. */
  renewSoon(): void;
};

type CacheOptions = { db: Database; onChange?: () => void; onFailure?: (error: unknown) => void };

/** Has the defaults until it is renewed. `onChange` is called when the details differ. */
export function createShopCache({ db, onChange, onFailure }: CacheOptions): ShopCache {
  let details = DEFAULT_DETAILS;
  // Of two that overlap, the one that began last has read last.
  let begun = 0;
  const renew = async () => {
    const turn = ++begun;
    const found = await readDetails(db);
    if (turn !== begun) return;
    const isOther = JSON.stringify(found) !== JSON.stringify(details);
    details = found;
    if (isOther) onChange?.();
  };
  return {
    details: () => details,
    ownDetails: () => (JSON.stringify(details) === JSON.stringify(DEFAULT_DETAILS) ? undefined : details),
    renew,
    renewSoon: () => void renew().catch((error) => onFailure?.(error)),
  };
}
