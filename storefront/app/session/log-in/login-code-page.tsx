import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { toRecord } from '../../api/to-record.ts';
import { pageMeta } from '../../page-meta.ts';
import { EmailField } from '../../ui/form/email-field.tsx';
import { FormMessage } from '../../ui/form/form-message.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { AuthPage } from '../auth-page.tsx';
import { storeReturnPath } from '../password/return-after-reset.ts';
import { PendingBouquet } from '../pending-bouquet.tsx';
import { readPendingProduct } from '../pending-product.ts';
import { withNext } from '../safe-path.ts';
import { useForm } from '../use-form.ts';
import { useNext } from '../use-next.ts';
import type { Route } from './+types/login-code-page';
import { askLoginCode } from './ask-login-code.ts';
import { CodeForm } from './code-form.tsx';
import { type CodeRequest, clearCodeRequest, readCodeRequest } from './code-request.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Log in with a code – Marigold Lane',
    description: 'Log in with a code that we send to your email.',
    path: '/login-code',
    keepOutOfSearch: true,
  });

export default function LoginCodePage() {
  const next = useNext();
  const [request, setRequest] = useState<CodeRequest>();
  // After hydration: the HTML is the same for everybody.
  useEffect(() => setRequest(readCodeRequest()), []);

  if (request)
    return (
      <AuthPage
        title="Look in your inbox."
        lead={
          <>
            If we know <span className="[overflow-wrap:anywhere]">{request.email}</span>, a letter with six digits is on
            its way to it. Type them here, or press the link in it.
          </>
        }
      >
        <PendingBouquet />
        <CodeForm
          key={request.ticket}
          request={request}
          next={next}
          onAsked={setRequest}
          onOther={() => {
            clearCodeRequest();
            setRequest(undefined);
          }}
        />
      </AuthPage>
    );
  return (
    <AuthPage title="No password needed." lead="Tell us your email and we’ll send you a code to log in with.">
      <PendingBouquet />
      <AskForm next={next} onAsked={setRequest} />
      <p className="mt-5.5">
        Rather use your password?{' '}
        <Link to={withNext('/login', next)} className="link">
          Log in
        </Link>
      </p>
    </AuthPage>
  );
}

function AskForm({ next, onAsked }: { next: string | undefined; onAsked: (request: CodeRequest) => void }) {
  const { email: typed } = toRecord(useLocation().state);
  const form = useForm({
    async send({ email = '' }) {
      const request = await askLoginCode(email);
      storeReturnPath(next ?? (readPendingProduct() ? '/cart' : undefined));
      onAsked(request);
      return undefined;
    },
  });
  return (
    <form {...form.props} className="mt-7 grid gap-[1.125rem]">
      <EmailField
        autoComplete="username"
        defaultValue={typeof typed === 'string' ? typed : undefined}
        error={form.errorOf('email')}
      />
      <FormMessage>{form.message}</FormMessage>
      <SubmitButton busy={form.busy} busyWords="Sending…">
        Send me a code
      </SubmitButton>
    </form>
  );
}
