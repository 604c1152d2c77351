import { useState } from 'react';
import { getJson } from '../api/client.ts';
import { failureWords } from '../api/failure-words.ts';
import { FormMessage } from '../ui/form/form-message.tsx';

const FILE_NAME = 'marigold-lane-my-data.json';
/** Browsers read the file a moment after the press. */
const READ_WITHIN_MS = 60_000;

/** Everything the shop has stored about the person, as a file. */
export function DownloadData() {
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState('');

  const download = async () => {
    if (busy) return;
    setBusy(true);
    setMessage('');
    try {
      saveAsFile(await getJson('/api/user/profile/download/'));
    } catch (error) {
      setMessage(failureWords(error));
    }
    setBusy(false);
  };

  return (
    <div className="grid gap-3">
      <h3>Download my data</h3>
      <p className="max-w-measure text-small text-soft">
        Everything we hold about you, in one file that people and programs can read.
      </p>
      <FormMessage>{message}</FormMessage>
      <div>
        <button
          type="button"
          className="button outlined small max-tablet:w-full"
          aria-disabled={busy || undefined}
          onClick={download}
        >
          {busy && <span className="spinner" />}
          {busy ? 'Fetching…' : 'Download my data'}
        </button>
      </div>
    </div>
  );
}

function saveAsFile(data: unknown): void {
  const address = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
  Object.assign(document.createElement('a'), { href: address, download: FILE_NAME }).click();
  setTimeout(() => URL.revokeObjectURL(address), READ_WITHIN_MS);
}
