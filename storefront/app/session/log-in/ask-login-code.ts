import { AskLoginCode } from '#contract/accounts.ts';
import { callApi } from '../../api/client.ts';
import { requireValid } from '../../api/require-valid.ts';
import { type CodeRequest, readCodeRequest, storeCodeRequest } from './code-request.ts';
import { readDeviceMark } from './device-mark.ts';

/** Has a code sent. It replaces an earlier one that this tab waits for. */
export async function askLoginCode(email: string): Promise<CodeRequest> {
  requireValid(AskLoginCode, { email });
  const earlier = readCodeRequest();
  const body = { email, ...readDeviceMark(), ...(earlier && { ticket: earlier.ticket }) };
  return storeCodeRequest(email, await callApi('/api/user/login-code/', { method: 'POST', body }));
}
