import { NeedsScripts } from '../../session/needs-scripts.tsx';
import { CartSkeleton } from '../cart-skeleton.tsx';
import { PageFrame } from './page-frame.tsx';

export const CART_TITLE = 'Your cart';
/** True of every cart, also of an empty one and of one that is still fetched. */
export const CART_LEAD = 'Whatever you choose waits for you here. Nothing is charged until you pay.';

/** The cart while it is fetched. It is in the HTML of the page, which is the same for everybody. */
export function CartFrame() {
  return (
    <PageFrame step={1} title={CART_TITLE} lead={CART_LEAD}>
      <NeedsScripts>
        <CartSkeleton />
      </NeedsScripts>
    </PageFrame>
  );
}
