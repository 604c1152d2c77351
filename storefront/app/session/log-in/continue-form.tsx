import { useNavigate } from 'react-router';
import { ContinueWithEmail } from '#contract/accounts.ts';
import { ApiError } from '../../api/api-error.ts';
import { callApi } from '../../api/client.ts';
import { detailOf } from '../../api/failure-words.ts';
import { requireValid } from '../../api/require-valid.ts';
import { toRecord } from '../../api/to-record.ts';
import { EmailField } from '../../ui/form/email-field.tsx';
import { FormMessage } from '../../ui/form/form-message.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { storeReturnPath } from '../password/return-after-reset.ts';
import { movePendingProductToTab, readPendingProduct } from '../pending-product.ts';
import { targetAfterLogIn } from '../redirect-rules.ts';
import { withNext } from '../safe-path.ts';
import { showToastAt } from '../show-toast-at.ts';
import { signIn } from '../sign-in.ts';
import { useForm } from '../use-form.ts';
import { storeCodeRequest } from './code-request.ts';
import { readDeviceMark } from './device-mark.ts';

/** Registers with the address alone. Whoever is known already gets a code by mail and types it on the next page. */
export function ContinueForm({ next }: { next: string | undefined }) {
  const navigate = useNavigate();
  const form = useForm({
    async send({ email = '' }) {
      requireValid(ContinueWithEmail, { email });
      const body = { email, ...readDeviceMark() };
      const response = await callApi('/api/user/continue-with-email/', { method: 'POST', body });
      const hasPending = readPendingProduct() !== undefined;
      if ('ticket' in toRecord(response)) {
        // The bouquet stays where every tab finds it: the link in the letter opens in another one.
        storeCodeRequest(email, response);
        storeReturnPath(next ?? (hasPending ? '/cart' : undefined));
        void navigate(withNext('/login-code', next));
        return 'leaving';
      }
      movePendingProductToTab();
      const target = targetAfterLogIn(next ?? '/product', hasPending);
      if (!signIn(response, target)) throw new ApiError(502, response);
      showToastAt(target, detailOf(response) ?? 'Welcome.');
      return 'leaving';
    },
  });
  return (
    <form {...form.props} className="mt-7 grid gap-[1.125rem]" aria-label="Continue with your email">
      <EmailField
        label="Your email address"
        hint="That is all we need. No password: next time we email you a code."
        error={form.errorOf('email')}
      />
      <FormMessage>{form.message}</FormMessage>
      <SubmitButton busy={form.busy} busyWords="One moment…">
        Continue with your email
      </SubmitButton>
    </form>
  );
}
