import { useState } from 'react';
import { Link } from 'react-router';
import { AskPasswordReset } from '#contract/accounts.ts';
import { callApi } from '../../api/client.ts';
import { detailOf } from '../../api/failure-words.ts';
import { requireValid } from '../../api/require-valid.ts';
import { pageMeta } from '../../page-meta.ts';
import { EmailField } from '../../ui/form/email-field.tsx';
import { FormMessage } from '../../ui/form/form-message.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { showToast } from '../../ui/toast/toast.tsx';
import { AuthPage } from '../auth-page.tsx';
import { readDeviceMark } from '../log-in/device-mark.ts';
import { readPendingProduct } from '../pending-product.ts';
import { withNext } from '../safe-path.ts';
import { useForm } from '../use-form.ts';
import { useNext } from '../use-next.ts';
import type { Route } from './+types/forgot-password-page';
import { storeReturnPath } from './return-after-reset.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Forgot password – Marigold Lane',
    description: 'Ask for a link to set a new password.',
    path: '/forgot-password',
    keepOutOfSearch: true,
  });

export default function ForgotPasswordPage() {
  const next = useNext();
  const [asked, setAsked] = useState(false);
  const form = useForm({
    async send({ email = '' }) {
      requireValid(AskPasswordReset, { email });
      const body = { email, ...readDeviceMark() };
      const response = await callApi('/api/v1/auth/password/reset/', { method: 'POST', body });
      storeReturnPath(next ?? (readPendingProduct() ? '/cart' : undefined));
      setAsked(true);
      void showToast(detailOf(response) ?? 'The letter is on its way.', 'success');
    },
  });

  return (
    <AuthPage title="Forgotten it? It happens." lead="Tell us your email and we’ll send a link to set a new password.">
      <form {...form.props} className="mt-7 grid gap-[1.125rem]">
        <EmailField error={form.errorOf('email')} />
        <FormMessage>{form.message}</FormMessage>
        <SubmitButton busy={form.busy} busyWords="Sending…">
          {asked ? 'Send it again' : 'Send the link'}
        </SubmitButton>
      </form>
      {asked && (
        <p className="mt-5.5 rounded-soft bg-sage px-5 py-4 text-small">
          Look in your inbox in a minute or two. Only the newest link works, and only once. One that came in the last
          two hours is still good, so there may be no other. Nothing there? Check the spelling above, then the junk
          folder.
        </p>
      )}
      <p className="mt-5.5">
        No need for a new one?{' '}
        <Link to={withNext('/login-code', next)} className="link">
          Log in with a code by email
        </Link>
      </p>
      <p className="mt-3">
        Remembered it after all?{' '}
        <Link to={withNext('/login', next)} className="link">
          Log in
        </Link>
      </p>
    </AuthPage>
  );
}
