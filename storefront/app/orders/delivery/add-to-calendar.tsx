import { useState } from 'react';
import { failureWords } from '../../api/failure-words.ts';
import { fetchFile } from '../../api/fetch-file.ts';
import { FormMessage } from '../../ui/form/form-message.tsx';

/** Browsers read the file a moment after the press. */
const READ_WITHIN_MS = 60_000;

/** The day of delivery as a file that calendars open. */
export function AddToCalendar({ orderId }: { orderId: number }) {
  const [message, setMessage] = useState('');
  const save = async () => {
    setMessage('');
    try {
      const file = await fetchFile(`/api/user/orders/${orderId}/delivery/calendar/`);
      const href = URL.createObjectURL(file);
      Object.assign(document.createElement('a'), { href, download: `flowers-${orderId}.ics` }).click();
      setTimeout(() => URL.revokeObjectURL(href), READ_WITHIN_MS);
    } catch (error) {
      setMessage(failureWords(error));
    }
  };
  return (
    <>
      <button type="button" className="button outlined small" onClick={() => void save()}>
        Add to your calendar
      </button>
      <FormMessage>{message}</FormMessage>
    </>
  );
}
