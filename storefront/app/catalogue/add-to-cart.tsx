import { type MouseEvent, type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Product } from '#contract/products.ts';
import { putInCart } from '../cart/put-in-cart.ts';
import { showAddError } from '../cart/show-add-error.tsx';
import { showAdded } from '../cart/show-added.tsx';
import { redirectToRegister } from '../session/pending-product.ts';
import { isSignedIn } from '../session/session-store.ts';
import { Icon } from '../ui/icon.tsx';
import { markAdded, useIsAdded } from './added-here.ts';

type Props = { product: Pick<Product, 'id' | 'name' | 'availability'>; words?: string; className: string };

/** Adds a unit of a bouquet to the cart. The button shows that until the page is left; pressed again, it adds another. */
export function AddToCart({ product, words = 'Add to Cart', className }: Props) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const isAdded = useIsAdded(product.id);

  if (product.availability === 'sold_out') {
    return (
      <button type="button" disabled className={`button ${className}`}>
        Sold out
      </button>
    );
  }

  const add = async ({ currentTarget }: MouseEvent<HTMLElement>) => {
    if (!isSignedIn()) return redirectToRegister(product.id, navigate);
    if (busy) return;
    setBusy(true);
    try {
      await putInCart([{ product: product.id, quantity: 1 }]);
      markAdded(product.id);
      showAdded(product.name, currentTarget);
    } catch (error) {
      showAddError(error, product.id);
    }
    setBusy(false);
  };

  return (
    <button
      type="button"
      aria-label={isAdded ? `In your cart: ${product.name}, add another` : `${words}: ${product.name}`}
      aria-disabled={busy || undefined}
      // It does not work without scripts.
      className={`button noscript:hidden ${className}`}
      onClick={add}
    >
      {/* All labels are stacked, so that the button keeps its width. */}
      <span className="grid justify-items-center">
        <Label shown={!busy && !isAdded}>{words}</Label>
        <Label shown={busy}>
          <span className="spinner size-4" />
          Adding…
        </Label>
        <Label shown={!busy && isAdded}>
          <Icon name="check" className="size-4" />
          In your cart
        </Label>
      </span>
    </button>
  );
}

function Label({ shown, children }: { shown: boolean; children: ReactNode }) {
  return (
    <span className={`col-start-1 row-start-1 inline-flex items-center gap-1.5 ${shown ? '' : 'invisible'}`}>
      {children}
    </span>
  );
}
