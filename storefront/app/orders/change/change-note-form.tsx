import { useState } from 'react';
import { GiftNote, isTooLong } from '../../cart/note/gift-note.tsx';
import { ChangeEnd } from './change-end.tsx';
import type { ChangeProps } from './change-props.ts';
import { useChangeForm } from './use-change-form.ts';

/** What is printed on the card. */
export function ChangeNoteForm(props: ChangeProps) {
  const { order, onClose } = props;
  const [text, setText] = useState(order.text);
  const form = useChangeForm(props, () => ({ text }));
  return (
    // There is no room for the card beside its words, and the dialog has a title already.
    <form {...form.props} className="[&>div]:grid-cols-1 [&_h2]:sr-only">
      <GiftNote
        text={text}
        refusal={isTooLong(text) ? undefined : form.errorOf('text')}
        day={order.delivery_date ?? undefined}
        onChange={setText}
      />
      <ChangeEnd busy={form.busy} message={form.message} onClose={onClose} />
    </form>
  );
}
