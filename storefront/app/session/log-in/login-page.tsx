import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { callApi } from '../../api/client.ts';
import { pageMeta } from '../../page-meta.ts';
import { EmailField } from '../../ui/form/email-field.tsx';
import { FormMessage } from '../../ui/form/form-message.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { AuthPage } from '../auth-page.tsx';
import { PendingBouquet } from '../pending-bouquet.tsx';
import { movePendingProductToTab, readPendingProductOfTab } from '../pending-product.ts';
import { targetAfterLogIn } from '../redirect-rules.ts';
import { withNext } from '../safe-path.ts';
import { signIn } from '../sign-in.ts';
import { useForm } from '../use-form.ts';
import { useNext } from '../use-next.ts';
import type { Route } from './+types/login-page';
import { clearRequestOfOther } from './code-request.ts';
import { readDeviceMark } from './device-mark.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Log in – Marigold Lane',
    description: 'Log in to Marigold Lane and carry on where you left off.',
    path: '/login',
    keepOutOfSearch: true,
  });

export default function LoginPage() {
  const next = useNext();
  const navigate = useNavigate();
  useEffect(() => {
    movePendingProductToTab();
  }, []);
  const form = useForm({
    async send({ email = '', password = '', remember }) {
      const body = { email, password, remember: remember !== undefined, ...readDeviceMark() };
      const response = await callApi('/api/user/login/', { method: 'POST', body });
      if (!signIn(response, targetAfterLogIn(next, readPendingProductOfTab() !== undefined)))
        throw new ApiError(502, response);
      return 'leaving';
    },
    onFailure(element) {
      const password = element.querySelector<HTMLInputElement>('input[name=password]');
      // Not every browser moves the focus with the selection.
      password?.focus();
      password?.select();
    },
  });

  return (
    <AuthPage title="Hello again." lead="Log in and carry on where you left off." slogans>
      <PendingBouquet />
      <form {...form.props} className="mt-7 grid gap-[1.125rem]">
        <EmailField autoComplete="username" error={form.errorOf('email')} />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          error={form.errorOf('password')}
        />
        <FormMessage>{form.message}</FormMessage>
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <label className="tick">
            <input type="checkbox" name="remember" />
            Remember me
          </label>
          <Link to={withNext('/forgot-password', next)} className="link inline-flex min-h-11 items-center text-small">
            Forgot password?
          </Link>
        </div>
        <SubmitButton busy={form.busy} busyWords="Logging in…">
          Log in
        </SubmitButton>
      </form>
      <p className="mt-5.5">
        No password?{' '}
        <Link
          to={withNext('/login-code', next)}
          className="link"
          onClick={(event) => {
            // What was typed is not typed again.
            event.preventDefault();
            const email = form.props.ref.current?.querySelector<HTMLInputElement>('input[name=email]')?.value;
            clearRequestOfOther(email ?? '');
            void navigate(withNext('/login-code', next), { state: { email } });
          }}
        >
          Get a code by email
        </Link>
      </p>
      <p className="mt-3">
        New here?{' '}
        <Link to={withNext('/register', next)} className="link">
          Register with your email
        </Link>
      </p>
    </AuthPage>
  );
}
