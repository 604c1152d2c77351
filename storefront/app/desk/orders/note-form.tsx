import { useEffect, useRef } from 'react';
import { Form, useActionData, useNavigation } from 'react-router';
import { MAX_ORDER_NOTE_LENGTH } from '#contract/desk-notes.ts';
import type { Refused } from '../desk-page.ts';
import { FieldRefused } from '../paper/form-parts.tsx';

/** A note for colleagues: it is on the ticket too. What was typed stays until it is written down. */
export function NoteForm({ refused }: { refused: Refused['refused'] | undefined }) {
  const { state, formData } = useNavigation();
  const answer = useActionData<Refused>();
  const form = useRef<HTMLFormElement>(null);
  const isSending = state !== 'idle' && formData?.has('text') === true;
  const wasSending = useRef(false);
  useEffect(() => {
    if (wasSending.current && !isSending && !answer?.refused) form.current?.reset();
    wasSending.current = isSending;
  }, [isSending, answer]);
  return (
    <Form method="post" ref={form}>
      <div className="paper-field">
        <label htmlFor="text">
          Internal note <span className="desk-soft">(for staff; in a copy of the buyer’s data, too)</span>
        </label>
        <textarea
          id="text"
          name="text"
          className="paper-input"
          rows={2}
          maxLength={MAX_ORDER_NOTE_LENGTH}
          placeholder="Seen on the ticket and here"
          aria-describedby="text-refused"
          data-key="n"
          onKeyDown={({ key, ctrlKey, metaKey }) => {
            if (key === 'Enter' && (ctrlKey || metaKey)) form.current?.requestSubmit();
          }}
        />
        <FieldRefused refused={refused} name="text" id="text-refused" />
      </div>
      <button type="submit" className="desk-button line" disabled={isSending}>
        Add note
      </button>
    </Form>
  );
}
