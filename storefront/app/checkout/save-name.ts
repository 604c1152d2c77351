import { ChangeProfile, Profile } from '#contract/accounts.ts';
import type { FieldErrors } from '#contract/errors.ts';
import { callApi } from '../api/client.ts';
import { isUserLoaded, sessionGeneration, storeUser } from '../session/session-store.ts';

/** A name as it is typed into one field: the last word is the last name, and a single word is a first name. */
export function splitName(typed: string): { first_name: string; last_name?: string } {
  const words = typed.trim().split(/\s+/);
  const last = words.length > 1 ? words.pop() : undefined;
  return { first_name: words.join(' '), ...(last !== undefined && { last_name: last }) };
}

/** What the shop would say of a name, before anything is sent. */
export function nameErrors(typed: string): FieldErrors {
  const issues = ChangeProfile.safeParse(splitName(typed)).error?.issues ?? [];
  return issues.length > 0 ? { your_name: issues.slice(0, 1).map(({ message }) => message) } : {};
}

/** Stores the name of somebody who registered with the address alone. */
export async function saveName(typed: string): Promise<void> {
  const generation = sessionGeneration();
  const body = splitName(typed);
  const profile = Profile.parse(await callApi('/api/user/profile/', { method: 'PATCH', body }));
  // Pages that had not loaded it would show the line that asks to confirm the address, and move the payment out of sight.
  if (isUserLoaded()) storeUser(profile, generation);
}

/** Messages about either name are shown under the one field. */
export const UNDER_NAME = { first_name: 'your_name', last_name: 'your_name' };
