import { useEffect, useRef, useState } from 'react';
import { LogInByCode } from '#contract/accounts.ts';
import { LOGIN_CODE_MINUTES } from '#contract/limits.ts';
import { ApiError } from '../../api/api-error.ts';
import { callApi } from '../../api/client.ts';
import { failureWords } from '../../api/failure-words.ts';
import { requireValid } from '../../api/require-valid.ts';
import { CodeField } from '../../ui/form/code-field.tsx';
import { FormMessage } from '../../ui/form/form-message.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { showToast } from '../../ui/toast/toast.tsx';
import { consumeReturnPath } from '../password/return-after-reset.ts';
import { movePendingProductToTab, readPendingProductOfTab } from '../pending-product.ts';
import { targetAfterLogIn } from '../redirect-rules.ts';
import { signIn } from '../sign-in.ts';
import { useForm } from '../use-form.ts';
import { askLoginCode } from './ask-login-code.ts';
import { type CodeRequest, clearCodeRequest } from './code-request.ts';
import { readDeviceMark } from './device-mark.ts';

type Props = {
  request: CodeRequest;
  next: string | undefined;
  /** Called with another code's request. */
  onAsked: (request: CodeRequest) => void;
  /** Called when it is to go to another address. */
  onOther: () => void;
};

/** Takes the six digits from the letter. */
export function CodeForm({ request, next, onAsked, onOther }: Props) {
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useState('');
  const form = useForm({
    async send({ code = '', remember }) {
      setFailure('');
      const body = { ticket: request.ticket, code, remember: remember !== undefined, ...readDeviceMark() };
      requireValid(LogInByCode, body);
      const response = await callApi('/api/user/login-code/use/', { method: 'POST', body });
      movePendingProductToTab();
      if (!signIn(response, targetAfterLogIn(next, readPendingProductOfTab() !== undefined)))
        throw new ApiError(502, response);
      clearCodeRequest();
      consumeReturnPath();
      return 'leaving';
    },
  });
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.querySelector('input')?.focus(), []);

  const askAgain = async () => {
    if (asking) return;
    setAsking(true);
    setFailure('');
    try {
      onAsked(await askLoginCode(request.email));
      void showToast('Another code is on its way. The earlier one has ended.', 'success');
    } catch (error) {
      setFailure(failureWords(error));
    }
    setAsking(false);
  };

  return (
    <>
      <form {...form.props} className="mt-7 grid gap-[1.125rem]">
        <div ref={ref}>
          <CodeField
            hint={`It works for ${LOGIN_CODE_MINUTES} minutes, in this tab.`}
            error={form.errorOf('code') ?? form.errorOf('ticket')}
          />
        </div>
        <label className="tick">
          <input type="checkbox" name="remember" />
          Remember me
        </label>
        <FormMessage>{form.message || failure}</FormMessage>
        <SubmitButton busy={form.busy} busyWords="Logging in…">
          Log in
        </SubmitButton>
      </form>
      <p className="mt-5.5 rounded-soft bg-sage px-5 py-4 text-small">
        Nothing there after a minute? Check the spelling above, then the junk folder.
      </p>
      <div className="mt-3 flex flex-wrap gap-x-6">
        <button type="button" className="link min-h-11" aria-disabled={asking || undefined} onClick={askAgain}>
          {asking ? 'Sending…' : 'Send another code'}
        </button>
        <button type="button" className="link min-h-11" onClick={onOther}>
          Use another email
        </button>
      </div>
    </>
  );
}
