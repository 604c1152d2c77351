import { type FormEvent, useState } from 'react';
import { withQuery } from '../../api/with-query.ts';
import { sayNoFile } from '../desk-api.ts';
import { send, toRefusal } from '../send.ts';
import { useConfirm } from '../ui/passkey-dialog.tsx';
import { Said } from '../ui/said.tsx';

/** What is shown, and all that is older, as a file. It wants a passkey: it says who did what. */
export function HistoryFile({ query }: { query: string }) {
  const { dialog, withConfirm } = useConfirm();
  const [words, setWords] = useState('');
  const [isBusy, setBusy] = useState(false);
  const download = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const asked = withQuery('/api/desk/history/exports/', Object.fromEntries(new URLSearchParams(query)));
    setWords('');
    try {
      const made = await withConfirm(() => send('POST', asked));
      if (made) location.assign(made.address);
    } catch (error) {
      setWords(sayNoFile(toRefusal(error)));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <form method="post" onSubmit={(event) => void download(event)}>
        <input type="hidden" name="query" value={query} />
        <button type="submit" className="desk-button line" disabled={isBusy}>
          CSV
        </button>
      </form>
      {words && <Said look="refused">{words}</Said>}
      {dialog}
    </>
  );
}
