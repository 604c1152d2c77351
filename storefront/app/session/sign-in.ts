import { Tokens, User } from '#contract/accounts.ts';
import { ApiError } from '../api/api-error.ts';
import { storeDeviceMark } from './device-mark.ts';
import { openSession } from './session-store.ts';

const NO_STORAGE = 'Your browser does not let this site store anything, so you cannot stay signed in. Please allow it.';

/** Keeps what the shop answered and goes on to the page wanted. False if the answer holds no tokens. */
export function signIn(answer: unknown, goTo: string): boolean {
  const tokens = Tokens.safeParse(answer).data;
  if (!tokens) return false;
  const user = User.safeParse((answer as { user?: unknown }).user).data;
  try {
    openSession(tokens, user, goTo);
    storeDeviceMark(answer);
  } catch {
    throw new ApiError(507, { detail: NO_STORAGE });
  }
  return true;
}
