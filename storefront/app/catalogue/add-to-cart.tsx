import { useNavigate } from 'react-router';
import type { Product } from '#contract/products.ts';
import { askToSignIn } from '../session/pending-product.ts';
import { isSignedIn } from '../session/session-store.ts';
import { showToast } from '../ui/toast.tsx';

type Props = { product: Pick<Product, 'id' | 'name' | 'availability'>; words?: string; className: string };

/** One unit of a bouquet into the cart. */
export function AddToCart({ product, words = 'Add to Cart', className }: Props) {
  const navigate = useNavigate();
  if (product.availability === 'sold_out') {
    return (
      <button type="button" disabled className={`button ${className}`}>
        Sold out
      </button>
    );
  }
  const add = () => {
    if (isSignedIn()) void showToast('The cart opens soon.');
    else askToSignIn(product.id, navigate);
  };
  return (
    <button type="button" aria-label={`${words}: ${product.name}`} className={`button ${className}`} onClick={add}>
      {words}
    </button>
  );
}
