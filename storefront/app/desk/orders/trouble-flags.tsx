import type { Trouble } from '#contract/desk.ts';
import type { FoundOrder } from '#contract/desk-orders.ts';

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
const FLAG_WORDS: Record<FoundOrder['flags'][number], [words: string, look: string]> = {
  'first order': ['First order', ''],
  replacement: ['Replacement', 'again'],
  swap: ['Swap', 'swap'],
  'no card': ['No card', 'plain'],
  refunded: ['Refunded', 'again'],
};

/** Only what is out of the ordinary. */
export function TroubleFlags({ troubles, flags }: Pick<FoundOrder, 'troubles' | 'flags'>) {
  if (troubles.length + flags.length === 0) return null;
  return (
    <ul className="desk-flags">
      {troubles
        .filter((trouble) => trouble !== 'not delivered')
        .map((trouble) => (
          <li key={trouble} className="desk-flag again">
            {TROUBLE_WORDS[trouble]}
          </li>
        ))}
      {flags.map((flag) => (
        <li key={flag} className={`desk-flag ${FLAG_WORDS[flag][1]}`}>
          {FLAG_WORDS[flag][0]}
        </li>
      ))}
    </ul>
  );
}
