import type { ChangeOwnOrder } from '#contract/own-orders.ts';
import { useForm } from '../session/use-form.ts';
import { showToast } from '../ui/toast.tsx';
import type { ChangeProps } from './change-forms.tsx';

/** A form that changes the order, and closes once it is changed. */
export function useChangeForm(
  { changes, onClose }: Pick<ChangeProps, 'changes' | 'onClose'>,
  read: (values: Record<string, string>) => Omit<ChangeOwnOrder, 'seen'>,
) {
  return useForm({
    async send(values) {
      try {
        await changes.change(read(values));
      } finally {
        // Whatever was refused, what can be changed may be something else now.
        void changes.refetch();
      }
      void showToast('Your order has been changed.', 'success');
      onClose();
      return undefined;
    },
  });
}
