import { formatPounds } from '#contract/money.ts';
import { useForm } from '../../session/use-form.ts';
import { FormMessage } from '../../ui/form/form-message.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { showToast } from '../../ui/toast/toast.tsx';
import type { ChangeProps } from './change-props.ts';

const ASKED = 'You have asked us to cancel it. We look at it, and write to you.';

/** It cannot be undone: the button names the sum. */
export function CancelOrder({ order, offer, changes, onClose, onDone }: ChangeProps) {
  const form = useForm({
    async send() {
      const { stage } = await changes.cancel().catch((refused) => {
        void changes.refetch();
        throw refused;
      });
      const isDone = stage === 'cancelled';
      void showToast(isDone ? `Order ${order.id} is cancelled.` : ASKED, 'success');
      onDone();
      return undefined;
    },
  });
  const isWhole = offer.back >= order.amount_to_pay;
  return (
    <form {...form.props} className="grid gap-4">
      {offer.look_first !== null && <p>{offer.look_first}</p>}
      <p>
        {offer.look_first === null ? 'These flowers are not sent.' : 'If we cancel it, these flowers are not sent.'}{' '}
        {offer.back > 0
          ? `${isWhole ? 'All that you paid' : 'What is left of what you paid'}, ${formatPounds(offer.back)}, goes back to where it came from; your bank may take a few days to show it.`
          : 'All that you paid has gone back already.'}
      </p>
      <FormMessage>{form.message}</FormMessage>
      <div className="flex flex-wrap gap-3 *:max-tablet:w-full">
        <SubmitButton
          busy={form.busy}
          busyWords={offer.look_first === null ? 'Cancelling…' : 'Asking…'}
          className="button small"
        >
          {offer.look_first !== null
            ? 'Ask us to cancel'
            : offer.back > 0
              ? `Cancel and refund ${formatPounds(offer.back)}`
              : 'Cancel the order'}
        </SubmitButton>
        <button type="button" className="button outlined small" disabled={form.busy} onClick={onClose}>
          Keep the order
        </button>
      </div>
    </form>
  );
}
