import type { Trouble } from '#contract/desk.ts';
import type { FoundOrder } from '#contract/desk-find-orders.ts';
import { type FlagLook, Flags } from '../ui/flag.tsx';

const TROUBLE_WORDS: Record<Trouble, string> = {
  late: 'Late',
  'not delivered': 'Came back',
  replaced: 'Replaced, not to be sent',
  unpaid: 'PayPal undecided',
  claimed: 'Claimed',
  'waits for the buyer': 'Waits for the buyer',
  'call the buyer': 'Call the buyer',
  'cannot be tied': 'Cannot be tied',
  'cancel asked': 'Asks to cancel',
};
const FLAG_WORDS: Record<FoundOrder['flags'][number], [words: string, look: FlagLook]> = {
  'first order': ['First order', 'good'],
  replacement: ['Replacement', 'again'],
  swap: ['Swap', 'swap'],
  'no card': ['No card', 'plain'],
  refunded: ['Refunded', 'again'],
};

/** Only what is out of the ordinary. */
export const TroubleFlags = ({ troubles, flags }: Pick<FoundOrder, 'troubles' | 'flags'>) => (
  <Flags
    flags={[
      ...troubles
        .filter((trouble) => trouble !== 'not delivered')
        .map((trouble): [string, FlagLook] => [TROUBLE_WORDS[trouble], 'again']),
      ...flags.map((flag) => FLAG_WORDS[flag]),
    ]}
  />
);
