const DAY = 24 * 60 * 60;

/**
 * Rate limits: so many tries at once, and as many again within the time named. The names are hashed into stored
 * counters.
 */
export const LIMITS = {
  /** One person who mistypes, one guesser at one account. */
  'log in to an account from a network': { tries: 5, seconds: 5 * 60 },
  'log in to an account from a network, in a day': { tries: 10, seconds: DAY },
  /** The same for a device that has signed in before. A thief of its mark has no more tries than this. */
  'log in to an account from a device': { tries: 5, seconds: 5 * 60 },
  'log in to an account from a device, in a day': { tries: 20, seconds: DAY },
  /**
   * A guesser with many networks: less than a hundred tries in any 24 hours, both together. The first tries of each
   * network count by themselves, so that a dozen networks cannot use up those of the owner at a new place.
   */
  // These names are hashed into stored counters, and therefore stay.
  'be new to an account': { tries: 2, seconds: DAY },
  'log in to an account from new networks': { tries: 26, seconds: DAY },
  'log in to an account from networks not so new': { tries: 20, seconds: DAY },
  /** A guesser at many accounts. */
  'log in from a network': { tries: 100, seconds: 10 * 60 },
  /** Right passwords count too: otherwise one account could fill the queue for hashing. */
  'sign in': { tries: 30, seconds: 10 * 60 },
  /** The same for somebody signed in, who changes the password or address or deletes the account. */
  'have the own password checked': { tries: 15, seconds: 10 * 60 },
  /** A thief of a session cannot guess the password with it. */
  'get the password wrong in a session': { tries: 5, seconds: 5 * 60 },
  'get the password wrong in a session, in a day': { tries: 20, seconds: DAY },
  register: { tries: 100, seconds: 10 * 60 },
  /** Registering tells that an address is known, as the specification demands; nobody may find out many. */
  'learn that an address is known': { tries: 20, seconds: 10 * 60 },
  /** Letters that a stranger can cause, each kind with a limit of its own, so that one cannot use up another. */
  'be written to on registering': { tries: 8, seconds: DAY },
  'be asked to confirm a new address': { tries: 8, seconds: DAY },
  'be asked again to confirm an address': { tries: 8, seconds: DAY },
  'be asked again to confirm a new address': { tries: 8, seconds: DAY },
  'hear of a change at an address never confirmed': { tries: 8, seconds: DAY },
  'have resets posted to unconfirmed tags': { tries: 12, seconds: DAY },
  /** All of these and every other letter to a mailbox that nobody confirmed; the others wait. */
  'be written to at an address never confirmed': { tries: 10, seconds: DAY },
  'change a username': { tries: 20, seconds: 10 * 60 },
  'ask for a reset': { tries: 3, seconds: 15 * 60 },
  'ask for resets from a network': { tries: 30, seconds: 10 * 60 },
  /** Only from where the owner has signed in before, while an earlier link is still good. */
  'have a reset posted again': { tries: 6, seconds: DAY },
  /** Codes by mail. Asking is counted by network; what is posted, by account and place. Each letter is five guesses. */
  'ask for a code': { tries: 5, seconds: 15 * 60 },
  'ask for codes from a network': { tries: 30, seconds: 10 * 60 },
  'have codes posted to a known place': { tries: 10, seconds: DAY },
  'have a code posted to a new network': { tries: 1, seconds: DAY },
  'have codes posted to new networks': { tries: 12, seconds: DAY },
  'have codes posted to networks not so new': { tries: 8, seconds: DAY },
  'have codes posted to unconfirmed tags': { tries: 12, seconds: DAY },
  /** Beyond this the link of the letter is needed, which cannot be guessed. The same for both: otherwise it would tell who is known. */
  'get a code wrong from new places': { tries: 10, seconds: DAY },
  'get a code wrong from a known place': { tries: 10, seconds: DAY },
  'get a code wrong from a network': { tries: 30, seconds: 10 * 60 },
  'ask for a code for a session': { tries: 5, seconds: 60 * 60 },
  'have codes for a session posted unconfirmed': { tries: 8, seconds: DAY },
  'ask for the confirmation again': { tries: 3, seconds: 10 * 60 },
  /** Removing one counts too: each clears the cache of pages. */
  'write a review': { tries: 30, seconds: 60 * 60 },
  'ask for another address': { tries: 5, seconds: 60 * 60 },
  /** A guesser at promo codes. Only codes that do not exist are counted: for one person, */
  'guess a promo code': { tries: 10, seconds: 10 * 60 },
  'guess a promo code, in a day': { tries: 40, seconds: DAY },
  /**
   * and, where accounts cost nothing, for all who have not bought yet: by network, and in the whole shop. The first of each network count
   * by themselves, so that a guesser with many networks does not close the codes of honest newcomers.
   */
  'guess the first promo codes of a network': { tries: 3, seconds: DAY },
  'guess a promo code from a network': { tries: 10, seconds: 10 * 60 },
  'guess a promo code from a network, in a day': { tries: 30, seconds: DAY },
  'guess promo codes as newcomers': { tries: 300, seconds: DAY },
  'open a payment': { tries: 40, seconds: 10 * 60 },
  'have a payment taken': { tries: 60, seconds: 10 * 60 },
  'ask about a payment': { tries: 120, seconds: 5 * 60 },
  /** Each may bring a letter, with words of one's own in it. */
  'remember a date': { tries: 60, seconds: DAY },
  /** Each brings a letter. */
  'change an order': { tries: 30, seconds: 60 * 60 },
  /** Each is written to the pretended PayPal's disk, and nobody needs to be signed in for it. */
  'approve a pretended payment': { tries: 200, seconds: 10 * 60 },
  /** Each is up to ten megabytes to read and a photo to decode. */
  'report damaged flowers': { tries: 20, seconds: 60 * 60 },
  'use a key that is no good': { tries: 60, seconds: 10 * 60 },
  /** Each is a hash, and one link may be sent many times at once. */
  'set a password by letter': { tries: 20, seconds: 10 * 60 },
  /** Of the desk. Each challenge is a row that waits for minutes, and nobody needs to be signed in for it. */
  'ask for a challenge for a passkey': { tries: 120, seconds: 10 * 60 },
  'use a passkey that is no good': { tries: 60, seconds: 10 * 60 },
  'ask for a link to the desk': { tries: 3, seconds: 15 * 60 },
  'ask for links to the desk from a network': { tries: 30, seconds: 10 * 60 },
  /** Links by letter to a colleague, counted as codes by mail are: whoever asks elsewhere uses up nothing here. */
  'have links to the desk posted to a known place': { tries: 20, seconds: DAY },
  'have a link to the desk posted to a new network': { tries: 1, seconds: DAY },
  'have links to the desk posted to new networks': { tries: 12, seconds: DAY },
  'have links to the desk posted to networks not so new': { tries: 8, seconds: DAY },
  'use a recovery code that is no good': { tries: 10, seconds: 10 * 60 },
} as const satisfies Record<string, { tries: number; seconds: number }>;
