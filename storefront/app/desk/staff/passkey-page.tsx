import { useState } from 'react';
import { Link } from 'react-router';
import { showPage, titled } from '../desk-page.tsx';
import { Page } from '../ui/page.tsx';
import { ProblemLine } from '../ui/said.tsx';
import { KeyIcon } from './door-icons.tsx';
import { addPasskey, passkeyWords } from './passkeys.ts';

export const meta = titled('Add a passkey');

/** Asked at once after signing in without a passkey. */
export default showPage(function PasskeyPage({ me }) {
  const [words, setWords] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const add = async () => {
    setBusy(true);
    setWords(undefined);
    try {
      await addPasskey();
      location.assign('/desk');
    } catch (error) {
      setWords(passkeyWords(error));
      setBusy(false);
    }
  };
  return (
    <Page
      isNarrow
      title={`Good to see you, ${me.name}.`}
      lead="With a passkey on this device, the next time is one touch: your fingerprint, your face or the lock of your screen. On a tablet that others use, make it on your own phone instead."
    >
      <ProblemLine words={words} />
      <button type="button" className="desk-button big wide" onClick={add} disabled={isBusy}>
        <KeyIcon />
        Create a passkey
      </button>
      <Link className="desk-button plain wide" to="/desk">
        Not now
      </Link>
    </Page>
  );
});
