import { Link } from 'react-router';
import type { PaymentStatus } from '#contract/payments.ts';
import { useAwaitedPayment } from './use-awaited-payment.ts';
import { WaitingForPayment } from './waiting-for-payment.tsx';

type Props = {
  /** What is being paid for. */
  orderId: number | undefined;
  /** Somebody else asks already how it went. */
  checking: boolean;
  /** Has them ask again, once they have stopped. */
  onCheckAgain: (() => void) | undefined;
  onEnd: (orderId: number, status: PaymentStatus) => void;
};

/** A payment is being confirmed, begun here or elsewhere, and there is nothing else in the cart. */
export function CartAwaitingPayment({ orderId, checking, onCheckAgain, onEnd }: Props) {
  const checkAgain = useAwaitedPayment(checking ? undefined : orderId, onEnd);
  return (
    <div className="grid max-w-[40rem] gap-5">
      <WaitingForPayment
        words="PayPal has not confirmed your payment yet. We are asking again; nothing is charged twice. Please keep this page open."
        onCheckAgain={checkAgain ?? onCheckAgain}
      />
      {!checking && (
        <p className="text-small text-soft">
          It may take a while. You can{' '}
          <Link to="/product" className="link">
            fill another cart
          </Link>{' '}
          meanwhile.
        </p>
      )}
    </div>
  );
}
