import { CodeSent } from '#contract/accounts.ts';
import { emailKey } from '#contract/email-address.ts';
import { LOGIN_CODE_MINUTES } from '#contract/limits.ts';
import { ApiError } from '../../api/api-error.ts';
import { toRecord } from '../../api/to-record.ts';

const KEY = 'login_code';

/** The code that this tab waits for. It works with the ticket alone. */
export type CodeRequest = { email: string; ticket: string };

/** Stores what the shop answered, for as long as the code works: a reload, or a look at the mail on a phone, loses nothing. */
export function storeCodeRequest(email: string, response: unknown): CodeRequest {
  const { data } = CodeSent.safeParse(response);
  if (!data) throw new ApiError(502, response);
  const request = { email, ticket: data.ticket };
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...request, until: Date.now() + LOGIN_CODE_MINUTES * 60_000 }));
  } catch {
    // Storage is forbidden: the page that is open has it.
  }
  return request;
}

export function readCodeRequest(): CodeRequest | undefined {
  try {
    const { email, ticket, until } = toRecord(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'));
    const isGood = typeof until === 'number' && until > Date.now();
    return isGood && typeof email === 'string' && typeof ticket === 'string' ? { email, ticket } : undefined;
  } catch {
    return undefined;
  }
}

/** Forgets a wait for a code to another address than the one that was just typed. */
export function clearRequestOfOther(typed: string): void {
  const request = readCodeRequest();
  if (request && emailKey(typed) && emailKey(typed) !== emailKey(request.email)) clearCodeRequest();
}

export function clearCodeRequest(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is forbidden: nothing was stored.
  }
}
