import { useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { callApi } from '../api/client.ts';
import { failureWords } from '../api/failure-words.ts';
import { Dialog } from '../ui/dialog.tsx';
import { FormMessage } from '../ui/form/form-message.tsx';

type Props = { productId: number; open: boolean; onClose: () => void; onDeleted: () => void };

/** Deletes a review after a confirmation. */
export function DeleteReview({ productId, open, onClose, onDeleted }: Props) {
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState('');

  const remove = async () => {
    if (busy) return;
    setBusy(true);
    setMessage('');
    try {
      await callApi(`/api/user/reviews/${productId}/`, { method: 'DELETE', keepalive: true });
      onDeleted();
    } catch (error) {
      // Deleted already, in another tab or by a call whose response was lost.
      if (error instanceof ApiError && error.status === 404) onDeleted();
      else setMessage(failureWords(error));
    }
    setBusy(false);
  };

  return (
    <Dialog title="Delete your review?" open={open} onClose={() => !busy && onClose()}>
      <div className="grid gap-[1.125rem]">
        <p>It leaves the list, and its stars no longer count. You can write another one whenever you like.</p>
        <FormMessage>{message}</FormMessage>
        <div className="flex flex-wrap gap-3 *:max-tablet:w-full">
          <button type="button" className="button danger" aria-disabled={busy || undefined} onClick={remove}>
            {busy && <span className="spinner" />}
            {busy ? 'Deleting…' : 'Delete my review'}
          </button>
          <button type="button" className="button outlined" disabled={busy} onClick={onClose}>
            Keep it
          </button>
        </div>
      </div>
    </Dialog>
  );
}
