import { pageMeta } from '../page-meta.ts';
import type { Route } from './+types/cart-page';
import { NotOpenYet } from './not-open-yet.tsx';
import { SignedInOnly } from './signed-in-only.tsx';

const TITLE = 'Your cart is not open yet';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: `${TITLE} – Marigold Lane`, description: TITLE, path: '/cart', keepOutOfSearch: true });

export default function CartPage() {
  return (
    <SignedInOnly title="Your cart">
      <NotOpenYet title={TITLE} />
    </SignedInOnly>
  );
}
