import { useState } from 'react';
import { MAX_DRIVER_NOTE_LENGTH } from '#contract/limits.ts';
import { NOBODY_IN_WORDS, SWAP_WORDS } from '#contract/wish-words.ts';
import { Field } from '../../ui/form/field.tsx';
import { RadioList } from '../../ui/form/radio-list.tsx';
import { ChangeEnd } from './change-end.tsx';
import type { ChangeProps } from './change-props.ts';
import { useChangeForm } from './use-change-form.ts';

/** The wishes of this order. The address remembers those of the checkout. */
export function ChangeWishesForm(props: ChangeProps) {
  const { order, onClose } = props;
  const [nobodyIn, setNobodyIn] = useState(order.nobody_in ?? 'neighbour');
  const [swapChoice, setSwapChoice] = useState(order.swap_choice);
  const form = useChangeForm(props, (values) => ({
    nobody_in: nobodyIn,
    swap_choice: swapChoice,
    driver_note: values.driver_note ?? '',
  }));
  return (
    <form {...form.props} className="grid gap-5">
      <RadioList
        legend="If nobody is in"
        name="nobody_in"
        words={NOBODY_IN_WORDS}
        chosen={nobodyIn}
        onChoose={setNobodyIn}
      />
      <Field
        label="A note for the driver"
        name="driver_note"
        hint="A side gate, a bell that is broken. It is not on the card."
        maxLength={MAX_DRIVER_NOTE_LENGTH}
        defaultValue={order.driver_note}
        error={form.errorOf('driver_note')}
      />
      <RadioList
        legend="If a flower is missing that morning"
        name="swap_choice"
        words={SWAP_WORDS}
        chosen={swapChoice}
        onChoose={setSwapChoice}
      />
      <ChangeEnd busy={form.busy} message={form.message} onClose={onClose} />
    </form>
  );
}
