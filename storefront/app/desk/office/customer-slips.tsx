import { type FormEvent, useState } from 'react';
import { Form } from 'react-router';
import { formatDay, londonDay } from '#contract/delivery.ts';
import { type DeskCustomer, MAX_CUSTOMER_NOTE_LENGTH, MAX_STOP_REASON_LENGTH } from '#contract/desk-customers.ts';
import type { Refused } from '../desk-page.ts';
import { FieldRefused } from '../paper/form-parts.tsx';
import { send, toRefusal } from '../send.ts';
import { ConfirmedForm } from '../staff/confirmed-form.tsx';
import { useConfirm } from '../staff/use-confirm.tsx';

type Props = { data: DeskCustomer; refused: Refused['refused'] | undefined };

/** Written as if the person reads them, because they may: they are part of the copy of their data. */
export function CustomerNotes({ data: { notes }, refused, mayChange }: Props & { mayChange: boolean }) {
  return (
    <section className="paper-slip">
      <h2>Notes</h2>
      {notes.length === 0 && <p className="desk-soft">None yet.</p>}
      <ul className="office-notes">
        {notes.map(({ id, text, who, at }) => (
          <li key={id}>
            <p dir="auto">{text}</p>
            <p className="desk-mute">
              {who}, {formatDay(londonDay(new Date(at)))}
            </p>
          </li>
        ))}
      </ul>
      {mayChange && (
        <Form method="post" key={notes[0]?.id ?? 0}>
          <input type="hidden" name="do" value="note" />
          <div className="paper-field">
            <label htmlFor="note">A new note</label>
            <textarea
              id="note"
              name="text"
              className="paper-input"
              rows={2}
              required
              maxLength={MAX_CUSTOMER_NOTE_LENGTH}
              placeholder="Write only what they may read"
              aria-describedby="note-wrong"
            />
          </div>
          <FieldRefused refused={refused} name="text" id="note-wrong" />
          <button type="submit" className="desk-button line office-below">
            Add note
          </button>
        </Form>
      )}
    </section>
  );
}

/** An account that is stopped cannot order; the person reads why. */
export function CustomerStop({ data: { stopped }, refused }: Props) {
  return (
    <section className="paper-slip">
      <h2>Orders</h2>
      {stopped ? (
        <Form method="post">
          <input type="hidden" name="do" value="allow" />
          <p className="paper-small desk-soft">
            Orders from this account are stopped. What was ordered before goes on.
          </p>
          <button type="submit" className="desk-button line office-below">
            Allow orders again
          </button>
        </Form>
      ) : (
        <Form method="post">
          <input type="hidden" name="do" value="stop" />
          <p className="paper-small desk-soft">
            Stopped, they can sign in, read and leave, but not pay. What was ordered before goes on.
          </p>
          <div className="paper-field">
            <label htmlFor="reason">Why, in words that they read</label>
            <input
              id="reason"
              name="reason"
              className="paper-input"
              required
              maxLength={MAX_STOP_REASON_LENGTH}
              aria-describedby="reason-wrong"
            />
          </div>
          <FieldRefused refused={refused} name="reason" id="reason-wrong" />
          <button type="submit" className="desk-button paper-danger office-below">
            Stop orders
          </button>
        </Form>
      )}
    </section>
  );
}

/** A copy for them, and letting them leave: both want a passkey. */
export function CustomerData({ data: { id, name } }: Pick<Props, 'data'>) {
  const { dialog, withConfirm } = useConfirm();
  const [words, setWords] = useState<{ said: string; isRefusal: boolean }>();

  const copy = async (event: FormEvent) => {
    event.preventDefault();
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
    <section className="paper-slip">
      <h2>Their data</h2>
      <p className="paper-small desk-soft">
        Everything we hold on {name}: account, orders, addresses, cards, claims, letters, these notes.
      </p>
      <form method="post" onSubmit={(event) => void copy(event)}>
        <input type="hidden" name="do" value="copy" />
        <button type="submit" className="desk-button line office-below">
          Make a copy for them
        </button>
      </form>
      <p className={words?.isRefusal ? 'desk-refused' : 'paper-small'} role="status">
        {words?.said}
      </p>
      {dialog}
      <hr className="office-rule" />
      <p className="paper-small desk-soft">
        When they ask to leave: name, addresses, cards and photos go at once. Sums and days stay for six years, without
        a name, as the tax office asks.
      </p>
      <details className="office-leave">
        <summary className="desk-button paper-danger">Let them leave…</summary>
        <ConfirmedForm label="Let them leave">
          <input type="hidden" name="do" value="delete" />
          <p className="paper-small">It cannot be undone. They get the letter that says so.</p>
          <button type="submit" className="desk-button paper-danger office-below">
            Delete {name}
          </button>
        </ConfirmedForm>
      </details>
    </section>
  );
}
