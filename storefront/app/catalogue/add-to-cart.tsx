import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Product } from '#contract/products.ts';
import { putInCart } from '../cart/put-in-cart.ts';
import { sayNotAdded } from '../cart/say-not-added.tsx';
import { askToSignIn } from '../session/pending-product.ts';
import { isSignedIn } from '../session/session-store.ts';
import { announce } from '../ui/announce.tsx';
import { Icon } from '../ui/icon.tsx';

const SHOW_DONE_MS = 2_000;

type Props = { product: Pick<Product, 'id' | 'name' | 'availability'>; words?: string; className: string };
type State = 'rest' | 'busy' | 'done';

/** One unit of a bouquet into the cart. */
export function AddToCart({ product, words = 'Add to Cart', className }: Props) {
  const navigate = useNavigate();
  const [state, setState] = useState<State>('rest');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  if (product.availability === 'sold_out') {
    return (
      <button type="button" disabled className={`button ${className}`}>
        Sold out
      </button>
    );
  }

  const add = async () => {
    if (!isSignedIn()) return askToSignIn(product.id, navigate);
    if (state === 'busy') return;
    clearTimeout(timer.current);
    setState('busy');
    try {
      await putInCart([{ product: product.id, quantity: 1 }]);
      setState('done');
      announce(`${product.name} is in your cart`);
      timer.current = setTimeout(() => setState('rest'), SHOW_DONE_MS);
    } catch (error) {
      setState('rest');
      sayNotAdded(error, product.id);
    }
  };

  return (
    <button
      type="button"
      aria-label={`${words}: ${product.name}`}
      aria-disabled={state === 'busy' || undefined}
      className={`button ${className}`}
      onClick={add}
    >
      {/* All faces lie on each other, so that the button keeps its width. */}
      <span className="grid justify-items-center">
        <Face shown={state === 'rest'}>{words}</Face>
        <Face shown={state === 'busy'}>
          <span className="spinner size-4" />
          Adding…
        </Face>
        <Face shown={state === 'done'}>
          <Icon name="check" className="size-4" />
          In your cart
        </Face>
      </span>
    </button>
  );
}

function Face({ shown, children }: { shown: boolean; children: ReactNode }) {
  return (
    <span className={`col-start-1 row-start-1 inline-flex items-center gap-1.5 ${shown ? '' : 'invisible'}`}>
      {children}
    </span>
  );
}
