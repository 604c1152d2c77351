import type { NavigateFunction } from 'react-router';
import type { Size } from '#contract/sizes.ts';
import { toRecord } from '../api/to-record.ts';
import { showToast } from '../ui/toast/toast.tsx';

const KEY = 'pending_product';
/** Its size and what goes with it. Beside the id, which stands alone under its key as it always has. */
const CHOICE_KEY = 'pending_choice';

type PendingItem = { product: number; size: Size; quantity: number; extras: readonly number[] };

/** Stores the bouquet that a guest wants, until somebody has registered or logged in. */
export function storePendingProduct({ product, size, extras }: PendingItem): void {
  try {
    localStorage.setItem(KEY, String(product));
    localStorage.setItem(CHOICE_KEY, JSON.stringify({ product, size, extras }));
  } catch {
    // Storage is forbidden: the visitor can still register, and add the bouquet again.
  }
}

/** Stores the bouquet and opens the registration, with a toast that says why. */
export function redirectToRegister(item: PendingItem, navigate: NavigateFunction): void {
  storePendingProduct(item);
  void showToast('Please register or login first.', 'error');
  void navigate('/register');
}

/** Moves the stored bouquet from local storage to this tab's storage, until somebody has signed in here. */
export function movePendingProductToTab(): void {
  try {
    for (const key of [KEY, CHOICE_KEY]) {
      const stored = localStorage.getItem(key);
      localStorage.removeItem(key);
      if (stored) sessionStorage.setItem(key, stored);
    }
  } catch {
    // Storage is forbidden: nothing was stored.
  }
}

export const readPendingProductOfTab = (): PendingItem | undefined => read(() => sessionStorage);

/** The bouquet that goes into the cart when somebody signs in here. */
export const readPendingProduct = (): PendingItem | undefined => read(() => localStorage) ?? readPendingProductOfTab();

function read(storage: () => Storage): PendingItem | undefined {
  try {
    const product = Number(storage().getItem(KEY));
    if (!Number.isInteger(product) || product <= 0) return undefined;
    return { product, quantity: 1, ...readChoice(storage(), product) };
  } catch {
    // Where storage is forbidden, reading `localStorage` itself throws.
    return undefined;
  }
}

function readChoice(storage: Storage, wanted: number): Pick<PendingItem, 'size' | 'extras'> {
  const { product, size, extras } = toRecord(JSON.parse(storage.getItem(CHOICE_KEY) ?? 'null'));
  // It may be that of another bouquet, which an earlier version of the page stored.
  if (product !== wanted) return { size: 'standard', extras: [] };
  return {
    size: size === 'large' || size === 'grand' ? size : 'standard',
    extras: Array.isArray(extras) ? extras.filter((id) => Number.isInteger(id)) : [],
  };
}

/** Called when the bouquet has been recorded as a pending change. */
export function clearPendingProductOfTab(): void {
  sessionStorage.removeItem(KEY);
  sessionStorage.removeItem(CHOICE_KEY);
}
