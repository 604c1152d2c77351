import { useRef } from 'react';
import { MAX_ORDER_NOTE_LENGTH } from '#contract/desk-notes.ts';
import type { Press } from '../desk-page.tsx';
import { send } from '../send.ts';
import { LongField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { readText } from '../ui/read-form.tsx';

const addNote: Press = async (form, { id = '' }) => {
  await send('POST', `/api/desk/orders/${id}/notes/`, { text: readText(form, 'text') });
  return undefined;
};

/** A note for colleagues: it is on the ticket too. What was typed stays until it is written down. */
export function NoteForm() {
  const form = useRef<HTMLFormElement>(null);
  return (
    <Form act={addNote} ref={form} className="grid gap-3" clears>
      {({ isSending }) => (
        <>
          <LongField
            name="text"
            label="Internal note"
            note="(for staff; in a copy of the buyer’s data, too)"
            maxLength={MAX_ORDER_NOTE_LENGTH}
            placeholder="Seen on the ticket and here"
            data-key="n"
            onKeyDown={({ key, ctrlKey, metaKey }) => {
              if (key === 'Enter' && (ctrlKey || metaKey)) form.current?.requestSubmit();
            }}
          />
          <button type="submit" className="desk-button line justify-self-start" disabled={isSending}>
            Add note
          </button>
        </>
      )}
    </Form>
  );
}
