import { useState } from 'react';
import { formatDay, londonDay } from '#contract/delivery.ts';
import { type DeskCustomer, MAX_CUSTOMER_NOTE_LENGTH, MAX_STOP_REASON_LENGTH } from '#contract/desk-customers.ts';
import type { Press } from '../desk-page.tsx';
import { send, toRefusal } from '../send.ts';
import { LongField, TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { useConfirm } from '../ui/passkey-dialog.tsx';
import { readText } from '../ui/read-form.tsx';
import { Slip } from '../ui/slip.tsx';

const addNote: Press = async (form, { id = '' }) => {
  await send('POST', `/api/desk/customers/${id}/notes/`, { text: readText(form, 'text') });
  return undefined;
};

const stop: Press = async (form, { id = '' }) => {
  await send('PUT', `/api/desk/customers/${id}/stop/`, { reason: readText(form, 'reason') });
  return undefined;
};

const allow: Press = async (_form, { id = '' }) => {
  await send('DELETE', `/api/desk/customers/${id}/stop/`);
  return undefined;
};

const letLeave: Press = async (_form, { id = '' }) => {
  await send('POST', `/api/desk/customers/${id}/delete/`);
  return '/desk/customers';
};

type Props = { data: DeskCustomer };

/** Written as if the person reads them, because they may: they are part of the copy of their data. */
export function CustomerNotes({ data: { notes }, mayChange }: Props & { mayChange: boolean }) {
  return (
    <Slip title="Notes" id="notes">
      {notes.length === 0 && <p className="text-soft">None yet.</p>}
      <ul className="grid gap-3">
        {notes.map(({ id, text, who, at }) => (
          <li key={id} className="whitespace-pre-line">
            <p dir="auto">{text}</p>
            <p className="desk-mute">
              {who}, {formatDay(londonDay(new Date(at)))}
            </p>
          </li>
        ))}
      </ul>
      {mayChange && (
        <Form act={addNote} className="grid gap-3" key={notes[0]?.id ?? 0} isChecked>
          <LongField
            name="text"
            label="A new note"
            required
            maxLength={MAX_CUSTOMER_NOTE_LENGTH}
            placeholder="Write only what they may read"
          />
          <button type="submit" className="desk-button line justify-self-start">
            Add note
          </button>
        </Form>
      )}
    </Slip>
  );
}

/** An account that is stopped cannot order; the person reads why. */
export function CustomerStop({ data: { stopped } }: Props) {
  return (
    <Slip title="Orders" id="stop">
      <p className="text-small text-soft">
        {stopped
          ? 'Orders from this account are stopped. What was ordered before goes on.'
          : 'Stopped, they can sign in, read and leave, but not pay. What was ordered before goes on.'}
      </p>
      <Form
        act={stopped ? allow : stop}
        className="grid justify-items-start gap-3 *:w-full [&>button]:w-auto"
        key={String(stopped)}
        isChecked
      >
        {!stopped && (
          <TextField name="reason" label="Why, in words that they read" required maxLength={MAX_STOP_REASON_LENGTH} />
        )}
        <button type="submit" className={`desk-button ${stopped ? 'line' : 'danger'}`}>
          {stopped ? 'Allow orders again' : 'Stop orders'}
        </button>
      </Form>
    </Slip>
  );
}

/** A copy for them, and letting them leave: both want a passkey. */
export function CustomerData({ data: { id, name } }: Props) {
  const { dialog, withConfirm } = useConfirm();
  const [words, setWords] = useState<{ said: string; isRefusal: boolean }>();

  const copy = async () => {
    setWords(undefined);
    try {
      const made = await withConfirm(() => send('POST', `/api/desk/customers/${id}/copies/`));
      if (!made) return;
      location.assign(made.address);
      setWords({ said: 'The copy is on its way.', isRefusal: false });
    } catch (error) {
      setWords({ said: toRefusal(error).message, isRefusal: true });
    }
  };

  return (
    <Slip title="Their data" id="data">
      <p className="text-small text-soft">
        Everything we hold on {name}: account, orders, addresses, cards, claims, letters, these notes.
      </p>
      <button type="button" className="desk-button line" onClick={() => void copy()}>
        Make a copy for them
      </button>
      <p className={words?.isRefusal ? 'desk-refused' : 'text-small'} role="status">
        {words?.said}
      </p>
      {dialog}
      <hr className="my-2 border-line" />
      <p className="text-small text-soft">
        When they ask to leave: name, addresses, cards and photos go at once. Sums and days stay for six years, without
        a name, as the tax office asks.
      </p>
      <details>
        <summary className="desk-button danger">Let them leave…</summary>
        <Form act={letLeave} label="Let them leave" className="mt-3 grid justify-items-start gap-3">
          <p className="text-small">It cannot be undone. They get the letter that says so.</p>
          <button type="submit" className="desk-button danger">
            Delete {name}
          </button>
        </Form>
      </details>
    </Slip>
  );
}
