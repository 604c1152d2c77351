import { useState } from 'react';
import { capitalise } from '#contract/capitalise.ts';
import { MAX_WHO_LENGTH } from '#contract/limits.ts';
import { formatMonthDay } from '#contract/reminder-days.ts';
import {
  consentWords,
  DEFAULT_LEAD_DAYS,
  LEAD_DAYS,
  LEAD_WORDS,
  type LeadDays,
  OCCASION_WORDS,
  type ReminderOccasion,
} from '#contract/reminder-words.ts';
import { NewReminder, Reminder } from '#contract/reminders.ts';
import { callApi } from '../api/client.ts';
import { requireValid } from '../api/require-valid.ts';
import { useForm } from '../session/use-form.ts';
import { Field } from '../ui/form/field.tsx';
import { FormMessage } from '../ui/form/form-message.tsx';
import { SubmitButton } from '../ui/form/submit-button.tsx';
import { ChoiceField } from './choice-field.tsx';
import './reminders.css';
import { REMINDERS_PATH } from './use-reminders.ts';

export type ReminderDraft = { who: string; occasion: ReminderOccasion; month: number; day: number } & Partial<
  Pick<Reminder, 'id' | 'every_year' | 'lead_days'>
>;

type Props = {
  /** What the fields show at first; with an id, the reminder that is changed. */
  draft: ReminderDraft;
  /** A day for which flowers are ordered: the first letter is for the next one. */
  ordered?: string;
  /** Whether the choices that most people leave as they are wait behind a line. */
  folded?: boolean;
  button: string;
  onSaved: (reminder: Reminder) => void;
};

const DAYS = Array.from({ length: 31 }, (_, index) => [index + 1, String(index + 1)] as const);
const MONTHS = Array.from(
  { length: 12 },
  (_, index) => [index + 1, formatMonthDay({ month: index + 1, day: 1 }).slice(2)] as const,
);
const OFTEN = [
  ['true', 'Every year'],
  ['false', 'Only once'],
] as const;
const LEADS = LEAD_DAYS.map((days) => [days, capitalise(`${LEAD_WORDS[days]} before`)] as const);

/** One below the other where two would cut their words short. */
const PAIR = 'grid grid-cols-[repeat(auto-fit,minmax(min(100%,11rem),1fr))] gap-3';

/** Who, what day, how often and how long before. What is agreed to stands beside the button and is sent with the rest. */
export function ReminderForm({ draft, ordered, folded = false, button, onSaved }: Props) {
  const [everyYear, setEveryYear] = useState(draft.every_year ?? true);
  const [leadDays, setLeadDays] = useState<LeadDays>(draft.lead_days ?? DEFAULT_LEAD_DAYS);
  const consent = consentWords({ every_year: everyYear, lead_days: leadDays });
  const form = useForm({
    async send({ who, occasion, month, day }) {
      const [monthNumber, dayNumber] = [Number(month), Number(day)];
      const isOrdered =
        ordered !== undefined && Number(ordered.slice(5, 7)) === monthNumber && Number(ordered.slice(8)) === dayNumber;
      const body = {
        who,
        occasion,
        month: monthNumber,
        day: dayNumber,
        every_year: everyYear,
        lead_days: leadDays,
        consent,
        ...(isOrdered && { after: ordered }),
      };
      requireValid(NewReminder, body);
      const call =
        draft.id === undefined
          ? callApi(REMINDERS_PATH, { method: 'POST', body })
          : callApi(`${REMINDERS_PATH}${draft.id}/`, { method: 'PUT', body });
      onSaved(Reminder.parse(await call));
      return undefined;
    },
  });

  const when = (
    <div className={PAIR}>
      <ChoiceField
        label="How often"
        name="every_year"
        choices={OFTEN}
        value={String(everyYear)}
        onChange={({ target }) => setEveryYear(target.value === 'true')}
        error={form.errorOf('every_year')}
      />
      <ChoiceField
        label="How long before"
        name="lead_days"
        choices={LEADS}
        value={leadDays}
        onChange={({ target }) => setLeadDays(Number(target.value) as LeadDays)}
        error={form.errorOf('lead_days')}
      />
    </div>
  );
  return (
    <form {...form.props} className="grid gap-4">
      <div className={PAIR}>
        <Field
          label="Who is it about?"
          name="who"
          required
          autoComplete="off"
          maxLength={MAX_WHO_LENGTH}
          defaultValue={draft.who}
          error={form.errorOf('who')}
        />
        <ChoiceField
          label="What is it?"
          name="occasion"
          choices={Object.entries(OCCASION_WORDS)}
          defaultValue={draft.occasion}
          error={form.errorOf('occasion')}
        />
      </div>
      <div className="flex flex-wrap gap-3">
        <div className="flex-[2_1_5rem]">
          <ChoiceField label="Day" name="day" choices={DAYS} defaultValue={draft.day} error={form.errorOf('day')} />
        </div>
        <div className="flex-[3_1_8.5rem]">
          <ChoiceField
            label="Month"
            name="month"
            choices={MONTHS}
            defaultValue={draft.month}
            error={form.errorOf('month')}
          />
        </div>
      </div>
      {folded && !form.errorOf('lead_days') ? (
        <details>
          <summary className="min-h-11 w-fit cursor-pointer py-2.5">
            <span className="link font-semibold">
              {everyYear ? 'Every year' : 'Only once'}, {LEAD_WORDS[leadDays]} before
            </span>
          </summary>
          <div className="pt-3">{when}</div>
        </details>
      ) : (
        when
      )}
      <p className="text-small text-soft">{consent} We send it once your email address is confirmed.</p>
      <FormMessage>
        {form.message || form.errorOf('non_field_errors') || form.errorOf('consent') || form.errorOf('after')}
      </FormMessage>
      <div>
        <SubmitButton busy={form.busy} busyWords="Saving…" className="button outlined small max-tablet:w-full">
          {button}
        </SubmitButton>
      </div>
    </form>
  );
}
