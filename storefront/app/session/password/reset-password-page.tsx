import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { NO_MATCH, ResetPassword } from '#contract/accounts.ts';
import { MIN_PASSWORD_LENGTH } from '#contract/limits.ts';
import { callApi, createLogout } from '../../api/client.ts';
import { requireValid } from '../../api/require-valid.ts';
import { pageMeta } from '../../page-meta.ts';
import { FormMessage } from '../../ui/form/form-message.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { AuthPage } from '../auth-page.tsx';
import { readDeviceMark, storeDeviceMark } from '../log-in/device-mark.ts';
import { withNext } from '../safe-path.ts';
import { closeSession, isSignedIn } from '../session-store.ts';
import { useForm } from '../use-form.ts';
import type { Route } from './+types/reset-password-page';
import { consumeReturnPath } from './return-after-reset.ts';

const TO_LOGIN_AFTER_MS = 2_000;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Set a new password – Marigold Lane',
    description: 'Set a new password with the link from your letter.',
    path: '/login',
    keepOutOfSearch: true,
  });

export default function ResetPasswordPage() {
  const { uid = '', token = '' } = useParams();
  const [done, setDone] = useState(false);
  const form = useForm({
    failed: 'Failed to reset password. Please try again.',
    under: { non_field_errors: 'new_password2', uid: 'token' },
    async send({ new_password1 = '', new_password2 = '' }) {
      const matches = new_password1 === new_password2;
      requireValid(ResetPassword, { new_password1, new_password2 }, matches ? {} : { new_password2: [NO_MATCH] });
      const path = `/password/reset/confirm/${encodeURIComponent(uid)}/${encodeURIComponent(token)}` as const;
      const body = { new_password1, new_password2, uid, token, ...readDeviceMark() };
      storeDeviceMark(await callApi(path, { method: 'POST', body }));
      // Every session of the account has ended with the old password. A session of another account in this browser is
      // closed too: the new password is to be used next.
      if (isSignedIn()) createLogout()().catch(() => {});
      closeSession();
      setDone(true);
    },
  });

  if (done) return <Done />;
  const badLink = form.errorOf('token');
  return (
    <AuthPage title="Set a new password." lead="Then log in with it as usual.">
      <form {...form.props} className="mt-7 grid gap-[1.125rem]">
        <PasswordField
          label="New password"
          name="new_password1"
          autoComplete="new-password"
          required
          hint={`At least ${MIN_PASSWORD_LENGTH} characters. A short sentence works well.`}
          error={form.errorOf('new_password1')}
        />
        <PasswordField
          label="Confirm password"
          name="new_password2"
          autoComplete="new-password"
          required
          error={form.errorOf('new_password2')}
        />
        <FormMessage
          help={
            badLink ? (
              <>
                {badLink}{' '}
                <Link to="/forgot-password" className="link">
                  Ask for a new link
                </Link>
              </>
            ) : (
              form.help
            )
          }
        >
          {form.message}
        </FormMessage>
        <SubmitButton busy={form.busy} busyWords="Resetting...">
          Reset Password
        </SubmitButton>
      </form>
    </AuthPage>
  );
}

/** The success message, which redirects to the login page after some seconds. */
function Done() {
  const navigate = useNavigate();
  const words = useRef<HTMLParagraphElement>(null);
  const [login] = useState(() => withNext('/login', consumeReturnPath()));

  useEffect(() => {
    words.current?.focus();
    const timer = setTimeout(() => navigate(login, { replace: true }), TO_LOGIN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [navigate, login]);

  return (
    <AuthPage title="All set.">
      <p ref={words} tabIndex={-1} role="status" className="mt-4 text-lead outline-none">
        Password has been reset successfully.
      </p>
      <p className="mt-5.5">
        We’ll take you to the login page in a moment.{' '}
        <Link to={login} replace className="link">
          Log in now
        </Link>
      </p>
    </AuthPage>
  );
}
