import { type ReactNode, useEffect, useState } from 'react';
import { nextDelivery } from '#contract/delivery.ts';
import { formatPounds } from '#contract/money.ts';
import type { Order } from '#contract/orders.ts';
import { failureWords } from '../api/failure-words.ts';
import { TwoColumns } from '../cart/page-frame.tsx';
import { useShopNow } from '../shell/shop-clock.ts';
import { FailureLine } from '../ui/failure-line.tsx';
import { Late } from '../ui/late.tsx';
import { Loading } from '../ui/loading.tsx';
import { AddressForm } from './address-form.tsx';
import { AddressPicker } from './address-picker.tsx';
import { DayPicker } from './day-picker.tsx';
import { useFirstAddress, useOrderChoices } from './order-choices.ts';
import { OrderSummary } from './order-summary.tsx';
import { useAddresses } from './use-addresses.ts';

const loadPayment = () => import('./payment.tsx');

type Props = {
  cart: Order;
  /** A payment is under way: nothing else can be changed. */
  busy: boolean;
  settled: () => Promise<void>;
  onBusy: (busy: boolean) => void;
  onPaid: (orderId: number) => void;
};

/** Step 2: where it goes, when, and how it is paid for. */
export function AddressStep({ cart, busy, settled, onBusy, onPaid }: Props) {
  const now = useShopNow();
  const choices = useOrderChoices(cart);
  const addresses = useAddresses();
  useFirstAddress(addresses.data, choices);
  const chosen = addresses.data?.find(({ id }) => id === choices.address);
  const [added, setAdded] = useState<number>();
  const isShown = addresses.data?.some(({ id }) => id === added);

  useEffect(() => {
    // The new card is where the eye and the next key press belong.
    if (isShown) document.querySelector<HTMLElement>(`input[name=address][value="${added}"]`)?.focus();
  }, [isShown, added]);

  const place = chosen && `${chosen.apartment_address}, ${chosen.city}`;

  return (
    <TwoColumns
      aside={
        <OrderSummary cart={cart} day={choices.day ?? (now && nextDelivery(now).day)} place={place}>
          {chosen ? (
            <>
              <Late
                load={loadPayment}
                waiting={<Loading />}
                lost="The payment buttons could not be fetched. Nothing has been charged."
              >
                {(Payment) => (
                  <Payment
                    cart={cart}
                    settled={async () => {
                      await Promise.all([settled(), choices.settled()]);
                    }}
                    onBusy={onBusy}
                    onPaid={onPaid}
                  />
                )}
              </Late>
              <p className="mt-3.5 text-center text-small text-soft">
                You pay {formatPounds(cart.amount_to_pay)} and nothing more.
              </p>
            </>
          ) : (
            <p className="rounded-soft border border-control border-dashed px-4.5 py-4 text-center text-small text-soft">
              Please select an address to proceed.
            </p>
          )}
        </OrderSummary>
      }
    >
      <div inert={busy}>
        <Block title="Address">
          {addresses.isError && (
            <div className="mb-5">
              <FailureLine onRetry={() => addresses.refetch()}>
                Your addresses could not be loaded. {failureWords(addresses.error)}
              </FailureLine>
            </div>
          )}
          {addresses.isPending && <Loading />}
          {addresses.data?.length === 0 && <p className="text-soft">None yet. Add the first one below.</p>}
          {addresses.data && addresses.data.length > 0 && (
            <AddressPicker addresses={addresses.data} chosen={choices.address} onChoose={choices.chooseAddress} />
          )}
        </Block>
        <Block title="Add an address">
          <AddressForm
            onAdded={(address) => {
              addresses.add(address);
              choices.chooseAddress(address.id);
              setAdded(address.id);
            }}
          />
        </Block>
        <Block title="Delivery day">
          {now ? <DayPicker now={now} chosen={choices.day} onChoose={choices.chooseDay} /> : <Loading />}
        </Block>
      </div>
    </TwoColumns>
  );
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-line [&+&]:mt-9 [&+&]:border-t [&+&]:pt-7.5 tablet:[&+&]:mt-13 tablet:[&+&]:pt-11">
      <h2 className="mb-5 text-[1.75rem]">{title}</h2>
      {children}
    </section>
  );
}
