import { ApiError } from '../api/api-error.ts';
import { changes } from '../api/changes.ts';
import { detailOf } from '../api/failure-words.ts';
import { isSignedIn } from '../session/session-store.ts';
import { showToast } from '../ui/toast.tsx';
import { toAddition } from './put-in-cart.ts';

const KEPT = 'It is kept, and we’ll try again with the next page.';

/** Says why a bouquet did not go into the cart, and whether that may still be. Who is led to log in finds it there afterwards. */
export function showAddError(error: unknown, product?: number): void {
  const body = error instanceof ApiError ? error.body : undefined;
  if (error instanceof ApiError && error.status === 401 && !isSignedIn()) return;
  const [reason] = ((body ?? {}) as { product?: unknown[] }).product ?? [];
  if (typeof reason !== 'string') {
    const words = detailOf(body) ?? 'An error occurred';
    const isKept = product && changes.findTried(toAddition([{ product, quantity: 1 }]));
    return void showToast(isKept ? `${words.replace(/\.$/, '')}. ${KEPT}` : words, 'error');
  }
  void showToast(
    <>
      {reason} <a href="/cart">See your cart</a>
    </>,
    'error',
    { about: 'not added' },
  );
}
