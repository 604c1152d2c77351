import { formatPounds } from '#contract/money.ts';
import { useForm } from '../session/use-form.ts';
import { FormMessage } from '../ui/form-message.tsx';
import { SubmitButton } from '../ui/submit-button.tsx';
import { showToast } from '../ui/toast.tsx';
import type { ChangeProps } from './change-props.ts';

/** It cannot be undone: the button names the sum. */
export function CancelOrder({ order, offer, changes, onClose, onDone }: ChangeProps) {
  const form = useForm({
    async send() {
      await changes.cancel().catch((refused) => {
        void changes.refetch();
        throw refused;
      });
      void showToast(`Order ${order.id} is cancelled.`, 'success');
      onDone();
      return undefined;
    },
  });
  const isWhole = offer.back >= order.amount_to_pay;
  return (
    <form {...form.props} className="grid gap-4">
      <p>
        These flowers are not sent.{' '}
        {offer.back > 0
          ? `${isWhole ? 'All that you paid' : 'What is left of what you paid'}, ${formatPounds(offer.back)}, goes back to where it came from; your bank may take a few days to show it.`
          : 'All that you paid has gone back already.'}
      </p>
      <FormMessage>{form.message}</FormMessage>
      <div className="flex flex-wrap gap-3 *:max-tablet:w-full">
        <SubmitButton busy={form.busy} busyWords="Cancelling…" className="button small">
          {offer.back > 0 ? `Cancel and refund ${formatPounds(offer.back)}` : 'Cancel the order'}
        </SubmitButton>
        <button type="button" className="button outlined small" disabled={form.busy} onClick={onClose}>
          Keep the order
        </button>
      </div>
    </form>
  );
}
