import type { LogInByCode, SignedIn } from '#contract/accounts.ts';
import type { Deps } from '#server/deps.ts';
import { TooMany } from '#server/errors.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { hashKey } from '../keys.ts';
import type { PersonalDataSource } from '../own-data/personal-data.ts';
import { loginCodes } from '../table.ts';
import { type Attempt, countAttempts, forgiveAttempts } from '../throttle.ts';
import { enterByMailbox, type Visit } from './enter-by-mailbox.ts';
import { findKnownPlace, type Place, type PlaceKind } from './known-places.ts';
import { type CodeRow, checkCode, codeEnded, isGood, wrongCode } from './login-codes.ts';

/**
 * Signs someone in with the code of a letter, in the browser that asked for it. For an address without an account it does
 * the same work and says the same.
 */
export async function logInByCode(
  deps: Deps,
  sources: PersonalDataSource[],
  form: LogInByCode,
  visit: Visit,
): Promise<SignedIn> {
  const ticketHash = hashKey(form.ticket);
  const place = { network: visit.network, mark: form.device_mark };
  const fromNetwork: Attempt = { what: 'get a code wrong from a network', who: visit.network };
  await countAttempts(deps, [fromNetwork]);
  const [asked] = await deps.db.select().from(loginCodes).where(isGood(deps, ticketHash));
  if (!asked) throw codeEnded();
  const atMailbox = await countGuess(deps, asked, place);
  const { userId, tries } = await checkCode(deps, ticketHash, form.code);
  // A code that was never posted was guessed.
  if (userId === null) throw wrongCode(tries);
  await forgiveAttempts(deps, [fromNetwork, atMailbox]);
  const signedIn = await enterByMailbox(deps, sources, eq(loginCodes.ticketHash, ticketHash), form, visit);
  if (!signedIn) throw codeEnded();
  return signedIn;
}

/**
 * Counts a guess at a mailbox: a device or network where its owner has signed in before has tries of its own, all other
 * places share theirs. When these have run out, a code is not enough there: the link in the letter cannot be guessed, and
 * goes on working.
 */
async function countGuess(deps: Deps, { userId, mailbox }: CodeRow, place: Place): Promise<Attempt> {
  const known = await findKnownPlace(deps, userId ?? undefined, place);
  const guess = toGuess(mailbox.toString('base64'), known, place);
  try {
    await countAttempts(deps, [guess]);
  } catch (error) {
    if (!(error instanceof TooMany)) throw error;
    throw new TooMany(error.seconds, ', or use the link in the letter: it works at once');
  }
  return guess;
}

function toGuess(mailbox: string, known: PlaceKind | undefined, { network, mark }: Place): Attempt {
  if (!known) return { what: 'get a code wrong from new places', who: mailbox };
  return { what: 'get a code wrong from a known place', who: `${mailbox}\n${known === 'device' ? mark : network}` };
}
