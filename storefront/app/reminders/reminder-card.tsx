import { useEffect, useRef, useState } from 'react';
import { nameReminder } from '#contract/reminder-words.ts';
import type { Reminder } from '#contract/reminders.ts';
import { ApiError } from '../api/api-error.ts';
import { callApi } from '../api/client.ts';
import { failureWords } from '../api/failure-words.ts';
import { FormMessage } from '../ui/form/form-message.tsx';
import { describeDate, describeLetter } from './reminder-words.ts';
import { REMINDERS_PATH } from './use-reminders.ts';

type Props = { reminder: Reminder; onEdit: () => void; onRemoved: () => void };

/** One date. Removing it is asked once more in its place. */
export function ReminderCard({ reminder, onEdit, onRemoved }: Props) {
  const [isAsking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const keep = useRef<HTMLButtonElement>(null);
  const bin = useRef<HTMLButtonElement>(null);
  const wasAsking = useRef(false);
  useEffect(() => {
    if (isAsking) keep.current?.focus();
    else if (wasAsking.current) bin.current?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);
  const name = nameReminder(reminder);

  const remove = async () => {
    if (busy) return;
    setBusy(true);
    setProblem('');
    try {
      await callApi(`${REMINDERS_PATH}${reminder.id}/`, { method: 'DELETE' });
    } catch (error) {
      // It is gone already, as wanted.
      if (!(error instanceof ApiError && error.status === 404)) {
        setProblem(`${name} could not be removed. ${failureWords(error)}`);
        setBusy(false);
        return;
      }
    }
    onRemoved();
  };

  return (
    <div className="paper-card flex items-start gap-x-6 gap-y-2 max-tablet:flex-wrap">
      <div className="min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]">
        <h2 className="text-h3">{name}</h2>
        <p className="mt-1">{describeDate(reminder)}</p>
        <p className="text-small text-soft">{describeLetter(reminder)}</p>
        <FormMessage>{problem}</FormMessage>
      </div>
      {isAsking ? (
        <div className="flex flex-wrap items-center gap-x-4 tablet:-mt-2">
          <button
            type="button"
            className="reminder-act remove"
            aria-label={`Yes, remove ${name}`}
            aria-disabled={busy || undefined}
            onClick={remove}
          >
            {busy ? 'Removing…' : 'Yes, remove it'}
          </button>
          <button
            ref={keep}
            type="button"
            className="reminder-act"
            aria-label={`Keep ${name}`}
            onClick={() => setAsking(false)}
          >
            Keep it
          </button>
        </div>
      ) : (
        <div className="flex gap-x-4 tablet:-mt-2">
          <button
            type="button"
            className="reminder-act"
            data-opens={reminder.id}
            aria-label={`${reminder.stopped_at ? 'Remember again' : 'Edit'} ${name}`}
            onClick={onEdit}
          >
            {reminder.stopped_at ? 'Remember again' : 'Edit'}
          </button>
          <button
            ref={bin}
            type="button"
            className="reminder-act remove"
            aria-label={`Remove ${name}`}
            onClick={() => setAsking(true)}
          >
            Remove
          </button>
        </div>
      )}
    </div>
  );
}
