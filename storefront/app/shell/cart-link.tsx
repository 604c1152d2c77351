import { Link } from 'react-router';
import { useCartUnits } from '../cart/cart-store.ts';
import { Icon } from '../ui/icon.tsx';

/** The way to the cart, with the number of units in it. */
export function CartLink() {
  const units = useCartUnits();
  const words = units === 0 ? 'Cart, empty' : `Cart, ${units} ${units === 1 ? 'item' : 'items'}`;
  return (
    <Link to="/cart" reloadDocument aria-label={words} className="round-button">
      <Icon name="bag" className="size-[1.625rem]" />
      {units > 0 && (
        <span className="num absolute top-0.5 right-0 min-w-[1.3rem] rounded-round bg-marigold px-1.5 text-center font-bold text-micro leading-[1.3rem] ring-2 ring-paper">
          {units}
        </span>
      )}
    </Link>
  );
}
