import { PayPalButtons, PayPalScriptProvider, usePayPalScriptReducer } from '@paypal/react-paypal-js';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { formatPounds } from '#contract/money.ts';
import { PaymentSetup } from '#contract/payments.ts';
import { getJson } from '../../api/client.ts';
import { FailureLine } from '../../ui/failure-line.tsx';
import { FormMessage } from '../../ui/form/form-message.tsx';
import { Loading } from '../../ui/loading/loading.tsx';
import { type Payment, usePayment } from './use-payment.ts';
import { WaitingForPayment } from './waiting-for-payment.tsx';

const NOT_REACHED = 'We couldn’t reach the payment service. Nothing has been charged.';
const TOO_LONG_MS = 15_000;

/** The provider's buttons and the state of the payment. Loaded only where something can be paid. */
export default function PaymentPart(payment: Payment) {
  const { phase, words, help, buttons, onCheckAgain } = usePayment(payment);
  const [round, setRound] = useState(0);
  const setup = useQuery({
    queryKey: ['payment-setup'],
    queryFn: async () => PaymentSetup.parse(await getJson('/api/payments/paypal/setup/')),
    staleTime: Number.POSITIVE_INFINITY,
  });

  if (setup.isError) return <FailureLine onRetry={() => setup.refetch()}>{NOT_REACHED}</FailureLine>;
  if (!setup.data) return <Loading />;
  const { client_id, sdk_url, pretended } = setup.data;

  return (
    <section aria-label="Payment" className="grid gap-3.5">
      {phase === 'ready' ? (
        <FormMessage help={help}>{words}</FormMessage>
      ) : (
        <WaitingForPayment words={words} onCheckAgain={phase === 'stopped' ? onCheckAgain : undefined} />
      )}
      {/* Hidden, not removed: the provider's window still sends messages to them. */}
      <div hidden={phase !== 'ready'} data-keep-clear>
        <p className="mb-3 text-center text-small text-soft">
          Paying below places your order. You pay {formatPounds(payment.cart.amount_to_pay)} and nothing more.
        </p>
        <PayPalScriptProvider
          key={round}
          options={{
            clientId: client_id,
            ...(sdk_url !== null && { sdkBaseUrl: sdk_url }),
            currency: 'GBP',
            intent: 'capture',
            components: 'buttons,hosted-fields',
            enableFunding: 'card',
          }}
        >
          <Buttons actions={buttons} onRetry={() => setRound(round + 1)} />
        </PayPalScriptProvider>
      </div>
      {pretended && (
        <p className="rounded-soft bg-blush px-4 py-3 text-small">
          Payments are pretended here: no money moves, and no flowers are sent.
        </p>
      )}
    </section>
  );
}

type ButtonsProps = { actions: ReturnType<typeof usePayment>['buttons']; onRetry: () => void };

function Buttons({ actions, onRetry }: ButtonsProps) {
  const [{ isPending, isInitial, isRejected }] = usePayPalScriptReducer();
  const isLoading = isPending || isInitial;
  const [slow, setSlow] = useState(false);

  useEffect(() => {
    setSlow(false);
    if (!isLoading) return;
    const timer = setTimeout(() => setSlow(true), TOO_LONG_MS);
    return () => clearTimeout(timer);
  }, [isLoading]);

  if (isRejected || slow) return <FailureLine onRetry={onRetry}>{NOT_REACHED}</FailureLine>;
  return (
    <div className="min-h-30">
      {isLoading && <Loading />}
      <PayPalButtons style={{ shape: 'pill', height: 54, layout: 'vertical', label: 'pay' }} {...actions} />
    </div>
  );
}
