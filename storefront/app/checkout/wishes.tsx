import { useState } from 'react';
import { MAX_DRIVER_NOTE_LENGTH } from '#contract/limits.ts';
import type { Order } from '#contract/orders.ts';
import { Field } from '../ui/field.tsx';
import type { OrderChoices } from './order-choices.ts';

const CHOICES: { value: Order['swap_choice']; words: string }[] = [
  { value: 'choose', words: 'Choose something as lovely' },
  { value: 'ask', words: 'Ask me first, by email' },
];

/** What is done if a flower is missing, and what the driver should know. Closed at rest: most people need neither. */
export function Wishes({ choices }: { choices: OrderChoices }) {
  const [typed, setTyped] = useState<string>();
  const note = typed ?? choices.driverNote;
  const save = () => {
    if (note.trim() !== choices.driverNote) choices.writeDriverNote(note);
    setTyped(undefined);
  };
  return (
    <details className="mt-6">
      <summary className="link min-h-11 w-fit cursor-pointer py-2.5 font-semibold">
        For the florist and the driver
      </summary>
      <div className="grid gap-5 pt-3">
        <fieldset>
          <legend className="font-semibold text-small">If a flower is missing that morning</legend>
          {CHOICES.map(({ value, words }) => (
            <label key={value} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                className="radio"
                name="swap-choice"
                checked={choices.swapChoice === value}
                onChange={() => choices.chooseSwap(value)}
              />
              {words}
            </label>
          ))}
        </fieldset>
        <Field
          label="A note for the driver"
          name="driver-note"
          hint="A side gate, a bell that is broken. It is not printed."
          maxLength={MAX_DRIVER_NOTE_LENGTH}
          value={note}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={save}
        />
      </div>
    </details>
  );
}
