import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { takeHeldProduct } from '../session/pending-product.ts';
import { useSession } from '../session/session-store.ts';
import { isForGuests } from '../session/where-to.ts';
import { showToast } from '../ui/toast.tsx';
import { addOne } from './add-one.ts';
import { sayNotAdded } from './say-not-added.tsx';

/** Puts the bouquet that made somebody sign in into their cart, once they have arrived where signing in leads. */
export function useHeldProduct(): void {
  const session = useSession();
  const { pathname } = useLocation();

  useEffect(() => {
    // From a sign-in page one may be led on by a document load, and what is asked here would be lost.
    if (session !== 'signed-in' || isForGuests(pathname)) return;
    const product = takeHeldProduct();
    if (product) void add(product);
  }, [session, pathname]);
}

async function add(product: number): Promise<void> {
  try {
    await addOne(product);
    void showToast('Your bouquet is in the cart.', 'success');
  } catch (error) {
    sayNotAdded(error, product);
  }
}
