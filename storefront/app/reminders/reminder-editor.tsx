import { useEffect, useId, useRef } from 'react';
import type { Reminder } from '#contract/reminders.ts';
import { type ReminderDraft, ReminderForm } from './reminder-form.tsx';

type Props = {
  title: string;
  draft: ReminderDraft;
  button: string;
  onSaved: (reminder: Reminder) => void;
  onCancel: () => void;
};

/** The form as a card. It takes the focus and can be closed. */
export function ReminderEditor({ title, draft, button, onSaved, onCancel }: Props) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby={id} className="paper-card">
      <div className="mb-5 flex items-center justify-between gap-4">
        <h2 ref={heading} id={id} tabIndex={-1} className="min-w-0 text-h3 outline-none [overflow-wrap:anywhere]">
          {title}
        </h2>
        <button type="button" className="link min-h-11 font-semibold text-small" onClick={onCancel}>
          Cancel
        </button>
      </div>
      <ReminderForm draft={draft} button={button} onSaved={onSaved} />
    </section>
  );
}
