import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { NO_MATCH, Register } from '#contract/accounts.ts';
import { MIN_PASSWORD_LENGTH } from '#contract/limits.ts';
import { callApi } from '../api/client.ts';
import { detailOf } from '../api/failure-words.ts';
import { requireValid } from '../api/require-valid.ts';
import { pageMeta } from '../page-meta.ts';
import { EmailField } from '../ui/form/email-field.tsx';
import { Field } from '../ui/form/field.tsx';
import { FormMessage } from '../ui/form/form-message.tsx';
import { PasswordField } from '../ui/form/password-field.tsx';
import { SubmitButton } from '../ui/form/submit-button.tsx';
import { showToast } from '../ui/toast/toast.tsx';
import type { Route } from './+types/register-page';
import { AuthPage } from './auth-page.tsx';
import { ContinueForm } from './log-in/continue-form.tsx';
import { readDeviceMark } from './log-in/device-mark.ts';
import { pageName } from './page-name.ts';
import { PendingBouquet } from './pending-bouquet.tsx';
import { movePendingProductToTab } from './pending-product.ts';
import { withNext } from './safe-path.ts';
import { signIn } from './sign-in.ts';
import { useForm } from './use-form.ts';
import { useNext } from './use-next.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Register – Marigold Lane',
    description: 'Register with your email. It takes a minute, then everything stays in one place.',
    path: '/register',
    keepOutOfSearch: true,
  });

export default function RegisterPage() {
  const next = useNext();
  const login = withNext('/login', next);
  const asked = pageName(next);
  const form = useForm({
    failed: 'Registration failed.',
    under: { non_field_errors: 'password2' },
    async send(values) {
      const matches = values.password1 === values.password2;
      requireValid(Register, values, matches ? {} : { non_field_errors: [NO_MATCH] });
      const response = await callApi('/api/user/register/', {
        method: 'POST',
        body: { ...values, ...readDeviceMark() },
      });
      movePendingProductToTab();
      const isSignedIn = signIn(response, next ?? '/product');
      const words = detailOf(response);
      if (!isSignedIn) {
        void showToast(words ?? 'Registered, but no tokens received.');
        return;
      }
      void showToast(words ?? 'Welcome.', 'success');
      return 'leaving';
    },
  });

  return (
    <AuthPage
      title="Nice to meet you."
      lead="It takes a minute, then everything stays in one place."
      flowers="jolly"
      slogans
      beside={
        <Link to={login} className="button outlined small flex-none">
          Log in
        </Link>
      }
    >
      {asked && (
        <div className="mt-6">
          <Link to={login} className="button w-full">
            To see {asked}, log in
          </Link>
          <p className="mt-3 text-small text-soft">New here? Register below, and you’ll come to it all the same.</p>
        </div>
      )}
      <PendingBouquet />
      <ContinueForm next={next} />
      <div className="my-8 flex items-center gap-4 text-small text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        <h2 id="long-form" className="font-sans font-normal text-small">
          or register with a password
        </h2>
      </div>
      <form {...form.props} className="grid gap-[1.125rem]" aria-labelledby="long-form">
        <div className="grid gap-x-4 gap-y-[1.125rem] min-[30rem]:max-tablet:grid-cols-2 desk:grid-cols-2">
          <Field
            label="First name"
            name="first_name"
            autoComplete="given-name"
            required
            error={form.errorOf('first_name')}
          />
          <Field
            label="Last name"
            name="last_name"
            autoComplete="family-name"
            required
            error={form.errorOf('last_name')}
          />
        </div>
        <Field
          label="Username"
          name="username"
          autoComplete="nickname"
          autoCapitalize="none"
          spellCheck={false}
          required
          error={form.errorOf('username')}
        />
        <EmailField error={emailError(form.errorOf('email'), next)} />
        <PasswordField
          label="Password"
          name="password1"
          autoComplete="new-password"
          required
          hint={`At least ${MIN_PASSWORD_LENGTH} characters. A short sentence works well.`}
          error={form.errorOf('password1')}
        />
        <PasswordField
          label="Confirm password"
          name="password2"
          autoComplete="new-password"
          required
          error={form.errorOf('password2')}
        />
        <FormMessage help={form.help}>{form.message}</FormMessage>
        <SubmitButton busy={form.busy} busyWords="Registering…">
          Register
        </SubmitButton>
      </form>
    </AuthPage>
  );
}

/** A link to the login if the address has an account already. */
function emailError(error: string | undefined, next: string | undefined): ReactNode {
  if (!error?.includes('already registered')) return error;
  return (
    <>
      {error}{' '}
      <Link to={withNext('/login', next)} className="link">
        Log in instead
      </Link>
    </>
  );
}
