import { ApiError } from '../api/api-error.ts';
import { fieldErrorsOf } from '../api/field-errors.ts';
import { showCartFailure, showFailure } from '../api/show-failure.tsx';
import { isSignedIn } from '../session/session-store.ts';

/** Shows why bouquets did not go into the cart, unless the page redirects to the login. */
export function showAddError(error: unknown, onRetry?: () => void): void {
  if (error instanceof ApiError && error.status === 401 && !isSignedIn()) return;
  const { product = [], size = [], extras = [] } = fieldErrorsOf(error);
  const [reason] = [...product, ...size, ...extras];
  if (reason === undefined) showCartFailure(error, undefined, onRetry);
  else showFailure(reason, { error, help: cartLink(), about: 'not added' });
}

const cartLink = () => <a href="/cart">See your cart</a>;
