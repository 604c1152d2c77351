import { useState } from 'react';
import { MAX_DRIVER_NOTE_LENGTH } from '#contract/limits.ts';
import { NOBODY_IN_WORDS, SWAP_WORDS } from '#contract/wish-words.ts';
import { Field } from '../ui/form/field.tsx';
import { RadioList } from '../ui/form/radio-list.tsx';
import type { OrderChoices } from './order-choices.ts';

/**
 * What is done if nobody is in or a flower is missing, and what the driver should know. Closed at rest: most people need none of it,
 * and what an address remembers is said beside it.
 */
export function Wishes({ choices }: { choices: OrderChoices }) {
  const [typed, setTyped] = useState<string>();
  const note = typed ?? choices.driverNote;
  const save = () => {
    if (note.trim() !== choices.driverNote) choices.writeDriverNote(note);
    setTyped(undefined);
  };
  return (
    <details className="group mt-1 max-tablet:-mb-5 tablet:mt-6">
      <summary className="min-h-11 w-fit cursor-pointer py-2.5">
        <span className="link font-semibold">For the florist and the driver</span>
        <span className="block pl-4 text-small text-soft [overflow-wrap:anywhere] group-open:hidden">
          {describeWishes(choices)}
        </span>
      </summary>
      <div className="grid gap-5 pt-3">
        <RadioList
          legend="If nobody is in"
          name="nobody-in"
          words={NOBODY_IN_WORDS}
          chosen={choices.nobodyIn}
          onChoose={choices.chooseNobodyIn}
        />
        <Field
          label="A note for the driver"
          name="driver-note"
          hint="A side gate, a bell that is broken. It is not on the card. We remember it with this address."
          maxLength={MAX_DRIVER_NOTE_LENGTH}
          value={note}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={save}
        />
        <RadioList
          legend="If a flower is missing that morning"
          name="swap-choice"
          words={SWAP_WORDS}
          chosen={choices.swapChoice}
          onChoose={choices.chooseSwap}
        />
      </div>
    </details>
  );
}

/** Only what is not as most people have it, besides what happens at a closed door. */
const describeWishes = ({ nobodyIn, driverNote, swapChoice }: OrderChoices): string =>
  [
    `Nobody in: ${NOBODY_IN_WORDS[nobodyIn].toLowerCase()}.`,
    driverNote && `“${driverNote}”`,
    swapChoice === 'ask' && 'A flower missing: you are asked first.',
  ]
    .filter(Boolean)
    .join(' ');
