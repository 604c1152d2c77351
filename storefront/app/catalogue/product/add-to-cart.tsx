import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { describeLine } from '#contract/line-words.ts';
import { formatPounds } from '#contract/money.ts';
import type { Product } from '#contract/products.ts';
import { putInCart } from '../../cart/lines/put-in-cart.ts';
import { showAddError } from '../../cart/show-add-error.tsx';
import { showAdded } from '../../cart/show-added.tsx';
import { redirectToRegister } from '../../session/pending-product.ts';
import { isSignedIn } from '../../session/session-store.ts';
import { Icon } from '../../ui/icon.tsx';
import { markAdded, useIsAdded } from './added-here.ts';
import { type Choice, priceOf } from './choice.ts';

type Props = {
  product: Pick<Product, 'id' | 'name' | 'availability'>;
  /** Without it, the standard size and nothing with it. */
  choice?: Choice | undefined;
  words?: string;
  /** Whether the button carries what it costs. */
  showsSum?: boolean;
  className: string;
};

/** Adds a unit of a bouquet to the cart. The button shows that until the page is left; pressed again, it adds another. */
export function AddToCart({ product, choice, words = 'Add to Cart', showsSum = true, className }: Props) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const size = choice?.size.size ?? 'standard';
  const item = { product: product.id, size, quantity: 1, extras: choice?.extras.map(({ id }) => id) ?? [] };
  const isAdded = useIsAdded(item);

  if (product.availability === 'sold_out') {
    return (
      <button type="button" disabled className={`button ${className}`}>
        Sold out
      </button>
    );
  }

  const add = async (pressed: HTMLElement) => {
    if (!isSignedIn()) return redirectToRegister(item, navigate);
    if (busy) return;
    setBusy(true);
    try {
      await putInCart([item]);
      markAdded(item);
      showAdded(describeLine({ name: product.name, size, extras: choice?.extras ?? [] }), pressed);
    } catch (error) {
      showAddError(error, () => void add(pressed));
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
      onClick={({ currentTarget }) => add(currentTarget)}
    >
      {/* All labels are stacked, so that the button keeps its width. */}
      <span className="grid justify-items-center">
        <Label shown={!busy && !isAdded}>
          {words}
          {choice && showsSum && <Sum choice={choice} />}
        </Label>
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

/** What the press costs. By style, since the button is named by what it does; the page says the sum in words as well. */
function Sum({ choice }: { choice: Choice }) {
  const sum = formatPounds(priceOf(choice));
  return (
    <span
      data-sum={sum}
      className="num ml-1.5 border-on-leaf/40 border-l pl-3 font-medium before:content-[attr(data-sum)]"
    />
  );
}

function Label({ shown, children }: { shown: boolean; children: ReactNode }) {
  return (
    <span className={`col-start-1 row-start-1 inline-flex items-center gap-1.5 ${shown ? '' : 'invisible'}`}>
      {children}
    </span>
  );
}
