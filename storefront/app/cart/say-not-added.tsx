import { ApiError } from '../api/api-error.ts';
import { detailOf } from '../api/failure-words.ts';
import { rememberProduct } from '../session/pending-product.ts';
import { isSignedIn } from '../session/session-store.ts';
import { showToast } from '../ui/toast.tsx';

/** Says why a bouquet did not go into the cart. Who is led to log in first finds it there afterwards. */
export function sayNotAdded(error: unknown, product: number): void {
  const body = error instanceof ApiError ? error.body : undefined;
  if (error instanceof ApiError && error.status === 401 && !isSignedIn()) return void rememberProduct(product);
  const [reason] = ((body ?? {}) as { product?: unknown[] }).product ?? [];
  if (typeof reason !== 'string') return void showToast(detailOf(body) ?? 'An error occurred', 'error');
  void showToast(
    <>
      {reason} <a href="/cart">See your cart</a>
    </>,
    'error',
  );
}
