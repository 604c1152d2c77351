import { Link, useParams } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { callApi } from '../../api/client.ts';
import { toRecord } from '../../api/to-record.ts';
import { pageMeta } from '../../page-meta.ts';
import { FormMessage } from '../../ui/form/form-message.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { AuthPage } from '../auth-page.tsx';
import { consumeReturnPath } from '../password/return-after-reset.ts';
import { PendingBouquet } from '../pending-bouquet.tsx';
import { movePendingProductToTab, readPendingProductOfTab } from '../pending-product.ts';
import { targetAfterLogIn } from '../redirect-rules.ts';
import { safePath } from '../safe-path.ts';
import { useSession, useUser } from '../session-store.ts';
import { showToastAt } from '../show-toast-at.ts';
import { signIn } from '../sign-in.ts';
import { useForm } from '../use-form.ts';
import type { Route } from './+types/login-link-page';
import { clearCodeRequest } from './code-request.ts';
import { readDeviceMark } from './device-mark.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Log in – Marigold Lane',
    description: 'Log in with the link from our letter.',
    path: '/login',
    keepOutOfSearch: true,
  });

/** The link of a letter. It needs a press: programs that check mail open every link, and would use it up. */
export default function LoginLinkPage() {
  const { key = '' } = useParams();
  const form = useForm({
    async send({ remember }) {
      const body = { key, remember: remember !== undefined, ...readDeviceMark() };
      const response = await callApi('/api/user/login-link/', { method: 'POST', body });
      movePendingProductToTab();
      const next = safePath(consumeReturnPath(), location.origin);
      const target = targetAfterLogIn(next, readPendingProductOfTab() !== undefined);
      if (!signIn(response, target)) throw new ApiError(502, response);
      clearCodeRequest();
      const { email } = toRecord(toRecord(response).user);
      showToastAt(target, `You are logged in as ${email}.`);
      return 'leaving';
    },
  });
  const isSignedIn = useSession() === 'signed-in';
  // Logging in makes the session too, and the page stays until the next one is there.
  if (isSignedIn && !form.busy) return <SignedInAlready />;
  return (
    <AuthPage title="Hello again." lead="One press, and you are logged in here.">
      <PendingBouquet />
      <form {...form.props} className="mt-7 grid gap-[1.125rem]">
        <label className="tick">
          <input type="checkbox" name="remember" />
          Remember me
        </label>
        <FormMessage>
          {form.message && (
            <>
              {form.message}{' '}
              <Link to="/login-code" className="link">
                Ask for a new one
              </Link>
            </>
          )}
        </FormMessage>
        <SubmitButton busy={form.busy} busyWords="Logging in…">
          Log in
        </SubmitButton>
      </form>
    </AuthPage>
  );
}

/** The link may be for another account: it is not used, and who is signed in stays so. */
function SignedInAlready() {
  const email = useUser()?.email;
  return (
    <AuthPage
      title="You are logged in already."
      lead={
        <>
          {email ? <span className="[overflow-wrap:anywhere]">As {email}. </span> : ''}
          The link has not been used. If it is for another account, log out first, then open it once more.
        </>
      }
    >
      <p className="mt-7 flex flex-wrap gap-x-6">
        <Link to="/profile?tab=details" reloadDocument className="link inline-flex min-h-11 items-center">
          See who is logged in, or log out
        </Link>
        <Link to="/product" className="link inline-flex min-h-11 items-center">
          Look at our bouquets
        </Link>
      </p>
    </AuthPage>
  );
}
