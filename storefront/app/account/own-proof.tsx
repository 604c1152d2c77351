import { useState } from 'react';
import { callApi } from '../api/client.ts';
import { detailOf, failureWords } from '../api/failure-words.ts';
import { CodeField } from '../ui/form/code-field.tsx';
import { PasswordField } from '../ui/form/password-field.tsx';

type Props = { hasPassword: boolean; errorOf: (name: string) => string | undefined };

/** Asks who is signed in to prove it: by the password, or without one by a code from the mailbox. */
export function OwnProof({ hasPassword, errorOf }: Props) {
  if (!hasPassword) return <CodeProof error={errorOf('code')} />;
  return (
    <PasswordField
      label="Your password"
      name="password"
      autoComplete="current-password"
      required
      error={errorOf('password')}
    />
  );
}

function CodeProof({ error }: { error: string | undefined }) {
  const [sending, setSending] = useState(false);
  const [message, setMessage] = useState('');
  const send = async () => {
    if (sending) return;
    setSending(true);
    setMessage('');
    try {
      setMessage(detailOf(await callApi('/api/user/profile/code/', { method: 'POST' })) ?? 'The letter is on its way.');
    } catch (failure) {
      setMessage(failureWords(failure));
    }
    setSending(false);
  };
  return (
    <div className="grid gap-2">
      <p className="text-small">You have no password, so a code by email shows us that it is you.</p>
      <div className="flex flex-wrap items-center gap-x-4">
        <button
          type="button"
          className="link min-h-11 font-semibold text-small"
          aria-disabled={sending || undefined}
          onClick={send}
        >
          {sending ? 'Sending…' : 'Send me the code'}
        </button>
        <span role="status" className="text-small">
          {message}
        </span>
      </div>
      <CodeField error={error} />
    </div>
  );
}
