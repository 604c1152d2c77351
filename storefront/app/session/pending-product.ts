import type { NavigateFunction } from 'react-router';
import { showToast } from '../ui/toast.tsx';

const KEY = 'pending_product';

/** Remembers the bouquet until somebody has registered or logged in. */
export function storeProduct(productId: number): void {
  try {
    localStorage.setItem(KEY, String(productId));
  } catch {
    // Storage may be forbidden; the visitor can still register, and adds the bouquet again.
  }
}

/** Remembers the bouquet, says why, and opens the page where a visitor becomes a customer. */
export function askToSignIn(productId: number, navigate: NavigateFunction): void {
  storeProduct(productId);
  void showToast('Please register or login first.', 'error');
  navigate('/register');
}

/** Takes the remembered bouquet out of local storage and holds it for this tab, until somebody has signed in here. */
export function storePendingProduct(): void {
  try {
    const kept = localStorage.getItem(KEY);
    localStorage.removeItem(KEY);
    if (kept) sessionStorage.setItem(KEY, kept);
  } catch {
    // Forbidden storage holds nothing.
  }
}

/** The bouquet that this tab holds. */
export const findPendingProduct = (): number | undefined => read(() => sessionStorage);

/** The bouquet that would go into the cart of whoever signs in here now. */
export const findStoredProduct = (): number | undefined => read(() => localStorage) ?? findPendingProduct();

function read(storage: () => Storage): number | undefined {
  try {
    const id = Number(storage().getItem(KEY));
    return Number.isInteger(id) && id > 0 ? id : undefined;
  } catch {
    // Forbidden storage throws when it is named.
    return undefined;
  }
}

/** It is kept elsewhere now, as something that somebody wants in their cart. */
export function clearPendingProduct(): void {
  sessionStorage.removeItem(KEY);
}
