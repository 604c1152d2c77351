import { ApiError } from '../api/api-error.ts';
import { changes } from '../api/changes.ts';
import { detailOf } from '../api/failure-words.ts';
import { fieldErrorsOf } from '../api/field-errors.ts';
import { isSignedIn } from '../session/session-store.ts';
import { showToast } from '../ui/toast.tsx';
import type { CartItem } from './cart-item.ts';
import { toAddRequest } from './put-in-cart.ts';

const STORED = 'It is kept, and we’ll try again with the next page.';

/** Shows why a bouquet did not go into the cart, unless the page redirects to the login. */
export function showAddError(error: unknown, item?: CartItem): void {
  const body = error instanceof ApiError ? error.body : undefined;
  if (error instanceof ApiError && error.status === 401 && !isSignedIn()) return;
  const { product = [], size = [], extras = [] } = fieldErrorsOf(error);
  const [reason] = [...product, ...size, ...extras];
  if (reason === undefined) {
    const words = detailOf(body) ?? 'An error occurred';
    const isStored = item && changes.findTried(toAddRequest([item]));
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
