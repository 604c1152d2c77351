import { Tokens, User } from '#contract/accounts.ts';
import { ApiError } from '../api/api-error.ts';
import { toRecord } from '../api/to-record.ts';
import { storeDeviceMark } from './log-in/device-mark.ts';
import { openSession } from './session-store.ts';

const NO_STORAGE = 'Your browser does not let this site store anything, so you cannot stay signed in. Please allow it.';

/** Stores the tokens of a response and opens the page wanted. False if the response has no tokens. */
export function signIn(response: unknown, goTo: string): boolean {
  const tokens = Tokens.safeParse(response).data;
  if (!tokens) return false;
  const user = User.safeParse(toRecord(response).user).data;
  try {
    openSession(tokens, user, goTo);
    storeDeviceMark(response);
  } catch {
    throw new ApiError(507, { detail: NO_STORAGE });
  }
  return true;
}
