import { useId, useState } from 'react';
import { SAY_TIME, TYPED_TIME } from '#contract/runs.ts';

type Props = {
  name: string;
  time: string;
  label: string;
  isLabelSeen?: boolean;
  /** The form it belongs to, where it does not stand in it. */
  form?: string;
  onTyped?: (typed: string) => void;
};

/**
 * When a run leaves. Text: a field for times in a browser that is not set to Britain would show 11:00 AM. What is no time is refused
 * below it, since the browser's own words are gone after a moment.
 */
export function TimeField({ name, time, label, isLabelSeen = true, form, onTyped }: Props) {
  const id = useId();
  const [wrong, setWrong] = useState(false);
  return (
    <span className="desk-time inline-grid grid-cols-[auto_auto] gap-x-2 gap-y-0 items-center justify-start">
      <label htmlFor={id} className={isLabelSeen ? undefined : 'sr-only'}>
        {label}
      </label>
      <input
        className="w-23 min-h-12 py-0 px-3.5 border border-control rounded-soft bg-lift text-inherit aria-invalid:border-2 aria-invalid:border-error"
        id={id}
        type="text"
        name={name}
        form={form}
        defaultValue={time}
        inputMode="numeric"
        autoComplete="off"
        pattern={TYPED_TIME}
        title="As 11:20"
        maxLength={5}
        required
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? `${id}-wrong` : undefined}
        onInput={({ currentTarget }) => {
          setWrong(false);
          onTyped?.(currentTarget.value);
        }}
        onInvalid={(event) => {
          event.preventDefault();
          setWrong(true);
          event.currentTarget.focus();
        }}
      />
      {wrong && (
        <span className="desk-field-error col-span-full" id={`${id}-wrong`}>
          {SAY_TIME}
        </span>
      )}
    </span>
  );
}
