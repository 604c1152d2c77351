import { useNavigate } from 'react-router';
import { formatPounds } from '#contract/money.ts';
import type { Order } from '#contract/orders.ts';
import { TwoColumns } from '../cart/steps/page-frame.tsx';
import { Totals } from '../cart/totals.tsx';
import { useAwaitedPayment } from '../checkout/payment/use-awaited-payment.ts';
import { WaitingForPayment } from '../checkout/payment/waiting-for-payment.tsx';
import { OrderTable } from './order-table.tsx';

type Props = { order: Order; onPaid: () => void };

/** An order whose payment PayPal has not confirmed yet; that may take days. If it is refused, the flowers are a cart again. */
export function AwaitingOrder({ order, onPaid }: Props) {
  const navigate = useNavigate();
  const checkAgain = useAwaitedPayment(order.id, (_, { state }) => {
    if (state === 'paid') onPaid();
    else void navigate('/cart');
  });
  return (
    <>
      <div className="mb-8 grid max-w-[40rem] gap-4">
        <WaitingForPayment
          words={`PayPal has not confirmed your payment of ${formatPounds(order.amount_to_pay)} yet. We are asking again; nothing is charged twice.`}
          onCheckAgain={checkAgain}
        />
        <p className="text-small text-soft">
          This order waits for PayPal, which may take some days. You need not keep this page open: we write to you when
          it is paid, or when it is refused and the flowers are in your cart again.
        </p>
      </div>
      <TwoColumns
        aside={
          <aside aria-labelledby="awaited-title" className="paper-card">
            <h2 id="awaited-title" className="text-[1.75rem]">
              Not paid yet
            </h2>
            <Totals order={order} />
          </aside>
        }
      >
        <OrderTable items={order.order_items} received={false} />
      </TwoColumns>
    </>
  );
}
