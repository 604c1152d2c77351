import { Icon } from '../ui/icon.tsx';
import { pressHeart } from './press-heart.tsx';
import { useIsSaved } from './saved-store.ts';

type Props = { product: { id: number; name: string }; className: string };

/** Saves a bouquet to the wish list. Its name stays, and whether it is pressed says the rest. */
export function Heart({ product, className }: Props) {
  return (
    <button
      type="button"
      aria-label={`Save ${product.name} to your wish list`}
      aria-pressed={useIsSaved(product.id)}
      // It does not work without scripts.
      className={`heart noscript:hidden ${className}`}
      onClick={() => void pressHeart(product)}
    >
      <Icon name="heart" />
    </button>
  );
}
