import { Link } from 'react-router';
import type { PaymentStatus } from '#contract/payments.ts';
import { useAwaitedPayment } from './use-awaited-payment.ts';
import { WaitingForPayment } from './waiting-for-payment.tsx';

const WAITING = 'PayPal has not confirmed your payment yet. We are asking again; nothing is charged twice.';

type Props = {
  /** The order that is being paid for. */
  orderId: number | undefined;
  /** usePaymentReturn polls the outcome already. */
  checking: boolean;
  /** Makes usePaymentReturn poll again, once it has stopped. */
  onCheckAgain: (() => void) | undefined;
  onEnd: (orderId: number, status: PaymentStatus) => void;
};

/** Shown while a payment is being confirmed, started here or elsewhere, and the cart is empty. */
export function CartAwaitingPayment({ orderId, checking, onCheckAgain, onEnd }: Props) {
  const checkAgain = useAwaitedPayment(checking ? undefined : orderId, onEnd);
  return (
    <div className="grid max-w-[40rem] gap-5">
      <WaitingForPayment
        words={checking ? `${WAITING} Please keep this page open.` : WAITING}
        onCheckAgain={checkAgain ?? onCheckAgain}
      />
      {(!checking || onCheckAgain) && (
        <p className="text-small text-soft">
          It may take a while.{' '}
          {orderId && (
            <>
              <Link to={`/history/${orderId}`} reloadDocument className="link">
                Order {orderId}
              </Link>{' '}
              waits for it.{' '}
            </>
          )}
          You can{' '}
          <Link to="/product" className="link">
            fill another cart
          </Link>{' '}
          meanwhile.
        </p>
      )}
    </div>
  );
}
