import type { Order } from '#contract/orders.ts';
import type { ChangeOwnOrder } from '#contract/own-orders.ts';
import { useForm } from '../../session/use-form.ts';
import { showToast } from '../../ui/toast/toast.tsx';
import type { ChangeProps } from './change-props.ts';

/** A form that changes the order, and closes once it is changed. */
export function useChangeForm(
  { order, offer, changes, onDone }: ChangeProps,
  read: (values: Record<string, string>) => Omit<ChangeOwnOrder, 'seen'>,
) {
  return useForm({
    async send(values) {
      const changed = await changes.change({ ...read(values), seen: offer.last_event }).catch((refused) => {
        // What can be changed may be something else now.
        void changes.refetch();
        throw refused;
      });
      if (isSame(order, changed)) void showToast('Nothing was changed.', 'info');
      else void showToast('Your order has been changed.', 'success');
      onDone();
      return undefined;
    },
  });
}

/** Compared with what was shown, not with what the shop had: pressed again after a lost response, it has changed. */
const isSame = (before: Order, after: Order): boolean =>
  JSON.stringify(partsOf(before)) === JSON.stringify(partsOf(after));

const partsOf = ({ delivery_date, address, text, nobody_in, driver_note, swap_choice }: Order) => ({
  delivery_date,
  address,
  text,
  nobody_in,
  driver_note,
  swap_choice,
});
