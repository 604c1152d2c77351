import type { ChangeOwnOrder } from '#contract/own-orders.ts';
import { useForm } from '../session/use-form.ts';
import { showToast } from '../ui/toast.tsx';
import type { ChangeProps } from './change-props.ts';

/** A form that changes the order, and closes once it is changed. */
export function useChangeForm(
  { offer, changes, onClose }: Omit<ChangeProps, 'order'>,
  read: (values: Record<string, string>) => Omit<ChangeOwnOrder, 'seen'>,
) {
  return useForm({
    async send(values) {
      try {
        await changes.change({ ...read(values), seen: offer.last_event });
      } catch (refused) {
        // What can be changed may be something else now.
        void changes.refetch();
        throw refused;
      }
      void showToast('Your order has been changed.', 'success');
      onClose();
      return undefined;
    },
  });
}
