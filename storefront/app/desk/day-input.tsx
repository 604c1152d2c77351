import { type ComponentProps, type Ref, useState } from 'react';
import { formatDay } from '#contract/delivery.ts';

type Props = Omit<ComponentProps<'input'>, 'type' | 'value' | 'ref'> & {
  /** Where a form keeps the day itself. */
  value?: string;
  ref?: Ref<HTMLInputElement> | undefined;
};

/**
 * A field for a day. A browser writes the date in it as its own country does, so one that is set to America shows 11/12/2026 for 12
 * November: what was chosen stands beside it in words.
 */
export function DayInput({ value, defaultValue = '', className, onChange, ...rest }: Props) {
  const [typed, setTyped] = useState(String(defaultValue));
  const day = value ?? typed;
  return (
    <span className="inline-flex flex-wrap gap-y-1 gap-x-2.5 items-center min-w-0 max-w-full">
      <input
        {...rest}
        type="date"
        className={`min-w-0 max-w-full ${className ?? ''}`}
        {...(value === undefined ? { defaultValue } : { value })}
        onChange={(event) => {
          setTyped(event.target.value);
          onChange?.(event);
        }}
      />
      {/* No part of the field's name where a label holds it: the field itself is read aloud. */}
      <span
        className="text-soft text-small/[1.3] font-normal whitespace-nowrap max-[22em]:whitespace-normal empty:hidden"
        aria-hidden="true"
      >
        {dayWords(day)}
      </span>
    </span>
  );
}

/** `Thu 12 Nov 2026`; nothing of what is no day yet. */
function dayWords(day: string): string {
  try {
    return `${formatDay(day, 'short')} ${day.slice(0, 4)}`;
  } catch {
    return '';
  }
}
