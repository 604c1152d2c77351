import type { NavigateFunction } from 'react-router';
import { showToast } from '../ui/toast.tsx';

const KEY = 'pending_product';

/** Stores the bouquet that a guest wants, until somebody has registered or logged in. */
export function storePendingProduct(productId: number): void {
  try {
    localStorage.setItem(KEY, String(productId));
  } catch {
    // Storage is forbidden: the visitor can still register, and add the bouquet again.
  }
}

/** Stores the bouquet and opens the registration, with a toast that says why. */
export function redirectToRegister(productId: number, navigate: NavigateFunction): void {
  storePendingProduct(productId);
  void showToast('Please register or login first.', 'error');
  void navigate('/register');
}

/** Moves the stored bouquet from local storage to this tab's storage, until somebody has signed in here. */
export function movePendingProductToTab(): void {
  try {
    const stored = localStorage.getItem(KEY);
    localStorage.removeItem(KEY);
    if (stored) sessionStorage.setItem(KEY, stored);
  } catch {
    // Storage is forbidden: nothing was stored.
  }
}

export const readPendingProductOfTab = (): number | undefined => read(() => sessionStorage);

/** The bouquet that goes into the cart when somebody signs in here. */
export const readPendingProduct = (): number | undefined => read(() => localStorage) ?? readPendingProductOfTab();

function read(storage: () => Storage): number | undefined {
  try {
    const id = Number(storage().getItem(KEY));
    return Number.isInteger(id) && id > 0 ? id : undefined;
  } catch {
    // Where storage is forbidden, reading `localStorage` itself throws.
    return undefined;
  }
}

/** Called when the bouquet has been recorded as a pending change. */
export function clearPendingProductOfTab(): void {
  sessionStorage.removeItem(KEY);
}
