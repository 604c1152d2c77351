import { mailboxKey } from '#contract/email-address.ts';
import type { Deps } from '#server/deps.ts';
import { TooMany } from '#server/errors.ts';
import { type Attempt, countFirst } from '../throttle.ts';
import { findKnownPlace, type Place, type PlaceKind } from './known-places.ts';

const LONG_WAIT_S = 5 * 60;

/**
 * Counts a try at the password of an account, or refuses it. A device or network where its owner has signed in before
 * has a limit of its own, which strangers elsewhere cannot use up; all other networks share one limit per account and
 * day. Returns the attempts to forgive when the password is right.
 */
export async function admitLogin(
  deps: Pick<Deps, 'clock' | 'db' | 'secrets'>,
  email: string,
  userId: number | undefined,
  place: Place,
): Promise<Attempt[]> {
  const mailbox = mailboxKey(email);
  const known = await findKnownPlace(deps, userId, place);
  const here = `${mailbox}\n${known === 'device' ? place.mark : place.network}`;
  // Right passwords count here too: this one is not forgiven.
  const signingIn: Attempt = { what: 'sign in', who: here };
  const choices = choicesFor(known, { mailbox, here, network: place.network });
  const counted = await countFirst(
    deps,
    choices.map((attempts) => [...attempts, signingIn]),
  ).catch(offerLetter);
  return counted.filter((attempt) => attempt !== signingIn);
}

/**
 * Strangers may have used up the tries of new places for hours: the owner is told that a reset by letter still works.
 */
function offerLetter(error: unknown): never {
  if (!(error instanceof TooMany) || error.seconds <= LONG_WAIT_S) throw error;
  throw new TooMany(error.seconds, ', or use “Forgot password?”: the letter it sends lets you in at once');
}

type Who = { mailbox: string; here: string; network: string };

function choicesFor(known: PlaceKind | undefined, { mailbox, here, network }: Who): Attempt[][] {
  if (known === 'device') {
    return [
      [
        { what: 'log in to an account from a device', who: here },
        { what: 'log in to an account from a device, in a day', who: here },
      ],
    ];
  }
  const fromNetwork: Attempt[] = [
    { what: 'log in to an account from a network', who: here },
    { what: 'log in to an account from a network, in a day', who: here },
  ];
  if (known === 'network') return [fromNetwork];
  const fromStranger: Attempt[] = [...fromNetwork, { what: 'log in from a network', who: network }];
  return [
    [
      ...fromStranger,
      { what: 'be new to an account', who: here },
      { what: 'log in to an account from new networks', who: mailbox },
    ],
    [...fromStranger, { what: 'log in to an account from networks not so new', who: mailbox }],
  ];
}
