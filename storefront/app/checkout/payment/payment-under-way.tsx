import { formatPounds } from '#contract/money.ts';
import type { Order } from '#contract/orders.ts';
import type { PaymentStatus } from '#contract/payments.ts';
import { useAwaitedPayment } from './use-awaited-payment.ts';
import { WaitingForPayment } from './waiting-for-payment.tsx';

type Props = { order: Order; onEnd: (orderId: number, status: PaymentStatus) => void };

/** Shown above a new cart while the payment of an earlier order is being confirmed. */
export function PaymentUnderWay({ order, onEnd }: Props) {
  const checkAgain = useAwaitedPayment(order.id, onEnd);
  const amount = formatPounds(order.amount_to_pay);
  return (
    <div className="mb-6">
      <WaitingForPayment
        words={`PayPal has not confirmed your payment of ${amount} for order ${order.id} yet. What is in your cart now is a new order.`}
        onCheckAgain={checkAgain}
      />
    </div>
  );
}
