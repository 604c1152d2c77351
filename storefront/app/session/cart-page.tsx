import type { Route } from './+types/cart-page';
import { NotOpenYet, notOpenMeta } from './not-open-yet.tsx';

export const meta: Route.MetaFunction = ({ matches }) => notOpenMeta(matches, 'Your cart is not open yet');

export default function CartPage() {
  return <NotOpenYet title="Your cart is not open yet" />;
}
