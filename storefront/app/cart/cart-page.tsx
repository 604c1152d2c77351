import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { Order } from '#contract/orders.ts';
import { showsCart } from '#contract/page-frames.ts';
import type { PaymentStatus } from '#contract/payments.ts';
import { ApiError } from '../api/api-error.ts';
import { callApi } from '../api/client.ts';
import { failureWords } from '../api/failure-words.ts';
import { fieldErrorsOf } from '../api/field-errors.ts';
import { PrivateData } from '../api/private-data.tsx';
import { showCartFailure } from '../api/show-failure.tsx';
import { AddressStep } from '../checkout/address/address-step.tsx';
import { DoneStep } from '../checkout/done-step.tsx';
import { CartAwaitingPayment } from '../checkout/payment/cart-awaiting-payment.tsx';
import { PaymentUnderWay } from '../checkout/payment/payment-under-way.tsx';
import { clearStartedPayment } from '../checkout/payment/started-payment.ts';
import { useOpenPayments } from '../checkout/payment/use-open-payments.ts';
import { usePaymentReturn } from '../checkout/payment/use-payment-return.ts';
import { pageMeta } from '../page-meta.ts';
import { LoadingPage } from '../session/loading-page.tsx';
import { refreshRules } from '../shell/shop-clock.ts';
import { FailureLine } from '../ui/failure-line.tsx';
import { showToast } from '../ui/toast/toast.tsx';
import type { Route } from './+types/cart-page';
import './cart.css';
import { invalidateCart, patch, showPatched, useCart } from './cart-query.ts';
import { CartSkeleton } from './cart-skeleton.tsx';
import { EmptyCart } from './empty-cart.tsx';
import { useCartLines } from './lines/use-cart-lines.ts';
import { isTooLong } from './note/gift-note.tsx';
import { useNoteDraft } from './note/use-note-draft.ts';
import { CART_LEAD, CART_TITLE, CartFrame } from './steps/cart-frame.tsx';
import { CartStep } from './steps/cart-step.tsx';
import { PageFrame } from './steps/page-frame.tsx';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: `${CART_TITLE} – Marigold Lane`,
    description: 'What you are about to send.',
    path: '/cart',
    keepOutOfSearch: true,
  });

export default function CartPage() {
  const [search] = useSearchParams();
  return (
    <PrivateData frame={showsCart(search) ? <CartFrame /> : <LoadingPage title={CART_TITLE} />}>
      <Checkout />
    </PrivateData>
  );
}

/** The three steps. The address names the step, so that Back and reload work. */
function Checkout() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { data: fetchedCart, error, isPending, refetch } = useCart();
  const lines = useCartLines(fetchedCart ?? null);
  const note = useNoteDraft(fetchedCart ?? null);
  const [saving, setSaving] = useState(false);
  const { open, markShown } = useOpenPayments();
  /** The order being paid for on this page: while that lasts, the shop no longer returns it as the cart. */
  const [paying, setPaying] = useState<Order>();
  const token = search.get('token');

  const finished = useRef<number>(undefined);
  /** Several polls may end with the same payment: its outcome is shown once. A new cart stays on the page. */
  const finish = (orderId: number, isBesideCart = false) => {
    markShown(orderId);
    clearStartedPayment(orderId);
    if (finished.current === orderId) return;
    finished.current = orderId;
    void invalidateCart(client);
    void showToast('Your purchase was successful.', 'success');
    if (!isBesideCart) void navigate(`/cart?step=done&order=${orderId}`, { replace: true });
  };
  /** The same for a payment that was not made with the buttons of this page. */
  const conclude = (orderId: number, { state, detail }: PaymentStatus) => {
    if (state === 'paid') return finish(orderId, !token && hasItems);
    markShown(orderId);
    clearStartedPayment(orderId);
    if (state !== 'open' || token) void showToast(detail);
    void invalidateCart(client);
    if (state === 'changed') void refreshRules();
    if (token) void navigate('/cart?step=address', { replace: true });
  };
  const returned = usePaymentReturn({
    cart: fetchedCart,
    open,
    search,
    onEnd: conclude,
    onUnknown(failure) {
      const isOver = failure instanceof ApiError && failure.status === 404;
      void showToast(isOver ? 'That payment is not open any more. Here are your orders.' : failureWords(failure));
      void navigate(isOver ? '/profile' : '/cart?step=address', { replace: true });
    },
  });

  const cart = paying ?? lines.cart;
  const hasItems = cart !== null && cart.order_items.length > 0;
  const step = search.get('step');
  const doneId = Number(search.get('order'));
  if (step === 'done' && Number.isInteger(doneId) && doneId > 0) {
    return <DoneStep orderId={doneId} onNotPaid={() => navigate('/cart', { replace: true })} />;
  }

  const checkOut = async () => {
    if (!cart) return;
    if (isTooLong(note.text)) return document.querySelector<HTMLElement>('main textarea')?.focus();
    setSaving(true);
    try {
      await lines.settled();
      await showPatched(client, callApi(`/api/user/orders/${cart.id}/update-text/`, patch({ text: note.text })));
      note.done(note.text);
      void navigate('/cart?step=address');
    } catch (failure) {
      const [reason] = fieldErrorsOf(failure).text ?? [];
      if (reason) note.refuse(reason);
      else showCartFailure(failure, undefined, () => void checkOut());
      void invalidateCart(client);
    }
    setSaving(false);
  };

  const [waiting] = open;
  if (returned.isChecking || (waiting && !hasItems)) {
    return (
      <PageFrame step={2} title="Your payment">
        <CartAwaitingPayment
          key={waiting?.id}
          orderId={waiting?.id}
          onEnd={conclude}
          checking={returned.isChecking}
          onCheckAgain={returned.checkAgain}
        />
      </PageFrame>
    );
  }
  // The new cart is fetched first: until then the order that was paid for stays on the page.
  const endPaying = (order: Order) =>
    void invalidateCart(client).then(() => {
      markShown(order.id);
      setPaying(undefined);
    });
  const others = open.filter(({ id }) => id !== paying?.id);
  const underWay = others.map((order) => <PaymentUnderWay key={order.id} order={order} onEnd={conclude} />);
  if (step === 'address' && hasItems) {
    const back = (
      <Link to="/cart" className="link mb-1.5 inline-flex min-h-11 items-center font-semibold text-small">
        Back
      </Link>
    );
    return (
      <PageFrame step={2} title="Where should they go?" back={back}>
        {underWay}
        <AddressStep
          cart={cart}
          draft={note}
          settled={lines.settled}
          busy={paying !== undefined}
          onBusy={(busy) => (busy ? setPaying(cart) : paying && endPaying(paying))}
          onPaid={finish}
        />
      </PageFrame>
    );
  }
  return (
    <PageFrame step={1} title={CART_TITLE} lead={CART_LEAD}>
      {error && (
        <div className="mb-6">
          <FailureLine onRetry={() => refetch()}>Your cart could not be loaded. {failureWords(error)}</FailureLine>
        </div>
      )}
      {isPending && <CartSkeleton />}
      {!isPending && !error && !hasItems && <EmptyCart />}
      {hasItems && underWay}
      {hasItems && <CartStep cart={cart} lines={lines} note={note} busy={saving} onCheckOut={checkOut} />}
    </PageFrame>
  );
}
