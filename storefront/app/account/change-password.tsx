import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ChangePassword as Change, NO_MATCH, type Profile } from '#contract/accounts.ts';
import { MIN_PASSWORD_LENGTH } from '#contract/limits.ts';
import { callApi } from '../api/client.ts';
import { detailOf } from '../api/failure-words.ts';
import { requireValid } from '../api/require-valid.ts';
import { useForm } from '../session/use-form.ts';
import { FormMessage } from '../ui/form/form-message.tsx';
import { PasswordField } from '../ui/form/password-field.tsx';
import { SubmitButton } from '../ui/form/submit-button.tsx';
import { DisclosedForm } from './disclosed-form.tsx';
import { loadUser } from './load-user.ts';
import { OwnProof } from './own-proof.tsx';
import { SESSIONS } from './sessions.tsx';

/** Changes the password, or sets a first one. */
export function ChangePassword({ user }: { user: Profile }) {
  const [isOpen, setOpen] = useState(false);
  const [message, setMessage] = useState('');
  return (
    <div className="grid gap-3">
      <h3>Password</h3>
      {!user.has_password && (
        <p className="max-w-measure text-small text-soft">
          You have none, and need none: we email you a code when you log in. If you like, set one.
        </p>
      )}
      <p role="status" className="text-small empty:absolute">
        {message}
      </p>
      <DisclosedForm
        words={user.has_password ? 'Change password' : 'Set a password'}
        isOpen={isOpen}
        onOpen={() => {
          setMessage('');
          setOpen(true);
        }}
      >
        <PasswordForm
          user={user}
          onCancel={() => setOpen(false)}
          onChanged={(words) => {
            setMessage(words);
            setOpen(false);
          }}
        />
      </DisclosedForm>
    </div>
  );
}

type FormProps = { user: Profile; onCancel: () => void; onChanged: (words: string) => void };

function PasswordForm({ user, onCancel, onChanged }: FormProps) {
  const client = useQueryClient();
  const form = useForm({
    failed: `Your password has not been ${user.has_password ? 'changed' : 'set'}.`,
    unsure: user.has_password
      ? 'The shop’s answer was lost: your password may have been changed already. Try again, with the new one as yours if the old one is refused.'
      : 'The shop’s answer was lost: your password may have been set already. Load this page again to see whether you have one.',
    async send({ password = '', code, new_password1 = '', new_password2 = '' }) {
      const body = { password, code, new_password1, new_password2 };
      const differ = new_password2 !== '' && new_password1 !== new_password2;
      requireValid(Change, body, differ ? { new_password2: [NO_MATCH] } : {});
      const response = await callApi('/api/user/profile/password/', { method: 'POST', body });
      // It signs the other devices out and cancels a pending change of the email address: both are fetched again.
      void client.invalidateQueries({ queryKey: SESSIONS });
      void loadUser().catch(() => {});
      onChanged(detailOf(response) ?? `Your password has been ${user.has_password ? 'changed' : 'set'}.`);
      return undefined;
    },
  });
  return (
    <form {...form.props} className="grid max-w-[27rem] gap-[1.125rem]">
      {/* For password managers, which store a password with its username. */}
      <input type="text" name="email" autoComplete="username" value={user.email} readOnly hidden />
      <OwnProof hasPassword={user.has_password} errorOf={form.errorOf} />
      <PasswordField
        label="New password"
        name="new_password1"
        autoComplete="new-password"
        required
        hint={`At least ${MIN_PASSWORD_LENGTH} characters. Longer is better.`}
        error={form.errorOf('new_password1')}
      />
      <PasswordField
        label="Confirm password"
        name="new_password2"
        autoComplete="new-password"
        required
        error={form.errorOf('new_password2') ?? form.errorOf('non_field_errors')}
      />
      <FormMessage help={form.help}>{form.message}</FormMessage>
      <p className="text-small text-soft">It signs you out on every other device.</p>
      <div className="flex flex-wrap gap-3 *:max-tablet:w-full">
        <SubmitButton
          busy={form.busy}
          busyWords={user.has_password ? 'Changing…' : 'Setting…'}
          className="button outlined"
        >
          {user.has_password ? 'Change password' : 'Set password'}
        </SubmitButton>
        <button type="button" className="button quiet" disabled={form.busy} onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
