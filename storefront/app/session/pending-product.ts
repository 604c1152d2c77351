import type { NavigateFunction } from 'react-router';
import { showToast } from '../ui/toast.tsx';

const KEY = 'pending_product';

/** Remembers the bouquet, says why, and opens the page where a visitor becomes a customer. */
export function askToSignIn(productId: number, navigate: NavigateFunction): void {
  try {
    localStorage.setItem(KEY, String(productId));
  } catch {
    // Storage may be forbidden; the visitor can still register, and adds the bouquet again.
  }
  void showToast('Please register or login first.', 'error');
  navigate('/register');
}

/** Takes the remembered bouquet out of the browser's storage, as it is on its way into the cart now. */
export function takePendingProduct(): number | undefined {
  try {
    const kept = Number(localStorage.getItem(KEY));
    localStorage.removeItem(KEY);
    return Number.isInteger(kept) && kept > 0 ? kept : undefined;
  } catch {
    return undefined;
  }
}
