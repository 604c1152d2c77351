import { FormMessage } from '../../ui/form/form-message.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';

type Props = { busy: boolean; message: string | undefined; onClose: () => void };

/** The end of a form that changes an order. */
export function ChangeEnd({ busy, message, onClose }: Props) {
  return (
    <div className="mt-5 grid gap-3">
      <FormMessage>{message}</FormMessage>
      <div className="flex flex-wrap gap-3 *:max-tablet:w-full">
        <SubmitButton busy={busy} busyWords="Saving…" className="button small">
          Save
        </SubmitButton>
        <button type="button" className="button outlined small" disabled={busy} onClick={onClose}>
          Leave as it is
        </button>
      </div>
    </div>
  );
}
