import { useState } from 'react';
import { ChangeProfile, isMadeUp, Profile } from '#contract/accounts.ts';
import { callApi } from '../api/client.ts';
import { requireValid } from '../api/require-valid.ts';
import { sessionGeneration, storeUser } from '../session/session-store.ts';
import { useForm } from '../session/use-form.ts';
import { Field } from '../ui/form/field.tsx';
import { FormMessage } from '../ui/form/form-message.tsx';
import { SubmitButton } from '../ui/form/submit-button.tsx';

/** Changes the name. */
export function DetailsForm({ user }: { user: Profile }) {
  const [saved, setSaved] = useState(false);
  const ownUsername = isMadeUp(user.username) ? '' : user.username;
  const form = useForm({
    failed: 'Your details have not been saved.',
    unsure: '',
    async send({ username, ...names }) {
      setSaved(false);
      // Left empty by whoever never chose one.
      const body = ownUsername === '' && username?.trim() === '' ? names : { ...names, username };
      requireValid(ChangeProfile, body);
      const era = sessionGeneration();
      storeUser(Profile.parse(await callApi('/api/user/profile/', { method: 'PATCH', body })), era);
      setSaved(true);
    },
  });

  return (
    <form {...form.props} className="grid gap-[1.125rem]">
      <div className="grid gap-x-5 gap-y-[1.125rem] tablet:grid-cols-2">
        <Field
          label="First name"
          name="first_name"
          autoComplete="given-name"
          defaultValue={user.first_name}
          required
          error={form.errorOf('first_name')}
        />
        <Field
          label="Last name"
          name="last_name"
          autoComplete="family-name"
          defaultValue={user.last_name}
          required
          error={form.errorOf('last_name')}
        />
        <Field
          label="Username"
          name="username"
          autoComplete="nickname"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={ownUsername}
          required={ownUsername !== ''}
          aside={() => ownUsername === '' && <span className="text-mute text-small">optional</span>}
          error={form.errorOf('username')}
        />
      </div>
      <FormMessage help={form.help}>{form.message}</FormMessage>
      <div className="flex flex-wrap items-center gap-4">
        <SubmitButton busy={form.busy} busyWords="Saving…" className="button max-tablet:w-full">
          Save
        </SubmitButton>
        <p role="status" className="text-small empty:absolute">
          {saved && !form.busy && !form.message && 'Your details have been saved.'}
        </p>
      </div>
    </form>
  );
}
