import { useEffect, useState } from 'react';
import { ChangeEmail as Change, Profile } from '#contract/accounts.ts';
import { callApi } from '../api/client.ts';
import { requireValid } from '../api/require-valid.ts';
import { sessionGeneration, storeUser } from '../session/session-store.ts';
import { useForm } from '../session/use-form.ts';
import { Field } from '../ui/form/field.tsx';
import { FormMessage } from '../ui/form/form-message.tsx';
import { SubmitButton } from '../ui/form/submit-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { DisclosedForm } from './disclosed-form.tsx';
import { OwnProof } from './own-proof.tsx';
import { PendingEmail } from './pending-email.tsx';

/** Changes the email address. The new one counts once it is confirmed. */
export function ChangeEmail({ user }: { user: Profile }) {
  const [isOpen, setOpen] = useState(false);
  const { email, email_confirmed, new_email } = user;
  // A change was requested, perhaps in another tab: the form closes, and the address that waits is shown.
  useEffect(() => {
    if (new_email !== null) setOpen(false);
  }, [new_email]);
  return (
    <div className="grid gap-3">
      <h3>Email</h3>
      <div>
        <p className="leading-snug [overflow-wrap:anywhere]">{email}</p>
        <p className="mt-1 flex items-center gap-2 text-small text-soft">
          <Icon name={email_confirmed ? 'check' : 'envelope'} className="size-[1.125rem]" />
          {email_confirmed ? 'Confirmed' : 'Not confirmed yet'}
        </p>
      </div>
      {new_email !== null && <PendingEmail key={new_email} newEmail={new_email} />}
      <DisclosedForm words="Change email" isOpen={isOpen} onOpen={() => setOpen(true)}>
        <EmailForm user={user} onDone={() => setOpen(false)} />
      </DisclosedForm>
    </div>
  );
}

function EmailForm({ user, onDone }: { user: Profile; onDone: () => void }) {
  const form = useForm({
    failed: 'Your email has not been changed.',
    unsure: 'The shop’s answer was lost. Please try again; asking twice does no harm.',
    async send({ password = '', code, new_email = '' }) {
      const body = { password, code, email: new_email };
      requireValid(Change, body);
      const generation = sessionGeneration();
      storeUser(Profile.parse(await callApi('/api/user/profile/email/', { method: 'POST', body })), generation);
      onDone();
      return undefined;
    },
  });
  return (
    <form {...form.props} className="grid max-w-[27rem] gap-[1.125rem]">
      <Field
        label="New email"
        name="new_email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        hint="We send a link there. Until you open it, nothing changes."
        error={form.errorOf('email')}
      />
      {/* For password managers, which store a password with its username. */}
      <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
      <OwnProof hasPassword={user.has_password} errorOf={form.errorOf} />
      <FormMessage help={form.help}>{form.message || form.errorOf('non_field_errors')}</FormMessage>
      <div className="flex flex-wrap gap-3 *:max-tablet:w-full">
        <SubmitButton busy={form.busy} busyWords="Sending…" className="button outlined">
          Change email
        </SubmitButton>
        <button type="button" className="button quiet" disabled={form.busy} onClick={onDone}>
          Cancel
        </button>
      </div>
    </form>
  );
}
