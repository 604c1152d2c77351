import { ApiError } from '../api/api-error.ts';
import { changes } from '../api/changes.ts';
import { detailOf } from '../api/failure-words.ts';
import { fieldErrorsOf } from '../api/field-errors.ts';
import { isSignedIn } from '../session/session-store.ts';
import { showToast } from '../ui/toast.tsx';
import { toAddRequest } from './put-in-cart.ts';

const STORED = 'It is kept, and we’ll try again with the next page.';

/** Shows why a bouquet did not go into the cart, unless the page redirects to the login. */
export function showAddError(error: unknown, product?: number): void {
  const body = error instanceof ApiError ? error.body : undefined;
  if (error instanceof ApiError && error.status === 401 && !isSignedIn()) return;
  const [reason] = fieldErrorsOf(error).product ?? [];
  if (reason === undefined) {
    const words = detailOf(body) ?? 'An error occurred';
    const isStored = product && changes.findTried(toAddRequest([{ product, quantity: 1 }]));
    return void showToast(isStored ? `${words.replace(/\.$/, '')}. ${STORED}` : words, 'error');
  }
  void showToast(
    <>
      {reason} <a href="/cart">See your cart</a>
    </>,
    'error',
    { about: 'not added' },
  );
}
