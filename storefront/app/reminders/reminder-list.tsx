import { useEffect, useRef, useState } from 'react';
import type { Profile } from '#contract/accounts.ts';
import { londonDay } from '#contract/delivery.ts';
import { MAX_REMINDERS } from '#contract/limits.ts';
import { nameReminder } from '#contract/reminder-words.ts';
import type { Reminder } from '#contract/reminders.ts';
import { failureWords } from '../api/failure-words.ts';
import { announce } from '../ui/announce.tsx';
import { FailureLine } from '../ui/failure-line.tsx';
import { Loading } from '../ui/loading/loading.tsx';
import { ReminderCard } from './reminder-card.tsx';
import { ReminderEditor } from './reminder-editor.tsx';
import { useReminders } from './use-reminders.ts';

/** The dates that the customer asked us to remember. */
export default function ReminderList({ user }: { user: Profile | undefined }) {
  const { data, error, refetch, isPending, renew } = useReminders();
  const [open, setOpen] = useState<number | 'new'>();
  const list = useRef<HTMLDivElement>(null);
  const opened = useRef<number | 'new'>(undefined);
  useEffect(() => {
    // The focus returns to the button that opened the form, or to the list if that is gone.
    if (open === undefined && opened.current !== undefined)
      (list.current?.querySelector<HTMLElement>(`[data-opens="${opened.current}"]`) ?? list.current)?.focus();
    opened.current = open;
  }, [open]);

  const save = async (saved: Reminder) => {
    await renew();
    setOpen(undefined);
    announce(`We remember it: ${nameReminder(saved)}.`);
  };

  if (isPending) return <Loading />;
  return (
    <div ref={list} tabIndex={-1} className="grid gap-3.5 outline-none">
      {error && (
        <FailureLine onRetry={() => refetch()}>Your reminders could not be loaded. {failureWords(error)}</FailureLine>
      )}
      {user && !user.email_confirmed && (
        <p className="rounded-square bg-blush px-5 py-4">
          Letters go to a confirmed address only, so that nobody can have them sent to somebody else. Please confirm
          yours: the link is in our first letter.
        </p>
      )}
      {data?.length === 0 && open !== 'new' && (
        <section className="paper-card">
          <h2 className="text-h3">No dates yet.</h2>
          <p className="mt-2 text-small text-soft">
            Birthdays, anniversaries, days to think of somebody: we write to you in good time, with three bouquets that
            suit.
          </p>
        </section>
      )}
      {data && data.length > 0 && (
        <ul aria-label="Your reminders" className="grid gap-3.5">
          {data.map((reminder) => (
            <li key={reminder.id}>
              {open === reminder.id ? (
                <ReminderEditor
                  title={`Edit ${nameReminder(reminder)}`}
                  draft={reminder}
                  button={reminder.stopped_at ? 'Remember it again' : 'Save'}
                  onSaved={save}
                  onCancel={() => setOpen(undefined)}
                />
              ) : (
                <ReminderCard
                  reminder={reminder}
                  onEdit={() => setOpen(reminder.id)}
                  onRemoved={async () => {
                    await renew();
                    list.current?.focus();
                    announce(`${nameReminder(reminder)} has been removed.`);
                  }}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {data &&
        (open === 'new' ? (
          <ReminderEditor
            title="A date to remember"
            draft={{ who: '', occasion: 'birthday', ...today() }}
            button="Remember it"
            onSaved={save}
            onCancel={() => setOpen(undefined)}
          />
        ) : data.length < MAX_REMINDERS ? (
          <div>
            <button
              type="button"
              data-opens="new"
              className="button outlined max-tablet:w-full"
              onClick={() => setOpen('new')}
            >
              Add a date
            </button>
          </div>
        ) : (
          <p className="text-small text-soft">We remember at most {MAX_REMINDERS} dates. Remove one to add another.</p>
        ))}
    </div>
  );
}

function today(): { month: number; day: number } {
  const day = londonDay(new Date());
  return { month: Number(day.slice(5, 7)), day: Number(day.slice(8)) };
}
