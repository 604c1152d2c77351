import { useEffect, useRef, useState } from 'react';
import { MAX_WHO_LENGTH } from '#contract/limits.ts';
import { nameReminder } from '#contract/reminder-words.ts';
import type { Reminder } from '#contract/reminders.ts';
import { callApi } from '../api/client.ts';
import { failureWords } from '../api/failure-words.ts';
import { FormMessage } from '../ui/form/form-message.tsx';
import { Icon } from '../ui/icon.tsx';
import { ReminderForm } from './reminder-form.tsx';
import { describeDate, describeLetter } from './reminder-words.ts';
import './reminders.css';
import { REMINDERS_PATH } from './use-reminders.ts';

type Props = {
  /** The day on which the flowers come. */
  day: string;
  /** Who gets them; empty for the buyer. */
  whom: string;
};

const IS_FORMAL = /^(mr|mrs|ms|miss|mx|dr|prof|professor|sir|lady|lord|rev|the)\b|\band\b|&/i;

/** The first name of somebody, unless the name begins with a title or is that of several. */
const shortName = (whom: string): string =>
  (IS_FORMAL.test(whom) ? whom : (whom.split(' ')[0] ?? '')).slice(0, MAX_WHO_LENGTH);

/** Offers to remember the date of an order for the next year. */
export default function RememberDate({ day, whom }: Props) {
  const [saved, setSaved] = useState<Reminder>();
  const [wasTaken, setTaken] = useState(false);
  if (saved)
    return (
      <Remembered
        reminder={saved}
        onTaken={() => {
          setSaved(undefined);
          setTaken(true);
        }}
      />
    );
  const draft = {
    who: shortName(whom),
    occasion: 'birthday' as const,
    month: Number(day.slice(5, 7)),
    day: Number(day.slice(8)),
  };
  return (
    <section aria-labelledby="remember-title" className="remember">
      <Icon name="bell" />
      <div className="min-w-0">
        <Title isFocused={wasTaken}>Remember this date?</Title>
        <p className="mt-1 mb-4 text-small text-soft">We can write to you before it comes round again.</p>
        <ReminderForm draft={draft} ordered={day} folded button="Remember it" onSaved={setSaved} />
      </div>
    </section>
  );
}

function Title({ isFocused, children }: { isFocused: boolean; children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isFocused) heading.current?.focus();
  }, [isFocused]);
  return (
    <h2 ref={heading} id="remember-title" tabIndex={-1} className="text-h3 outline-none">
      {children}
    </h2>
  );
}

function Remembered({ reminder, onTaken }: { reminder: Reminder; onTaken: () => void }) {
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const takeBack = async () => {
    if (busy) return;
    setBusy(true);
    setProblem('');
    try {
      await callApi(`${REMINDERS_PATH}${reminder.id}/`, { method: 'DELETE' });
      onTaken();
    } catch (error) {
      setProblem(failureWords(error));
      setBusy(false);
    }
  };
  return (
    <section aria-labelledby="remember-title" className="remember done">
      <Icon name="check" />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <Title isFocused>Remembered.</Title>
        <p className="mt-1 text-small">
          {nameReminder(reminder)}, {describeDate(reminder)}. {describeLetter(reminder)}
        </p>
        <FormMessage>{problem}</FormMessage>
        <button
          type="button"
          className="link min-h-11 font-semibold text-small"
          aria-disabled={busy || undefined}
          onClick={takeBack}
        >
          {busy ? 'Taking it back…' : 'Take it back'}
        </button>
      </div>
    </section>
  );
}
