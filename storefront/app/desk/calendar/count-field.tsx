import { type ComponentProps, useRef, useState } from 'react';
import { MOST_ORDERS_A_DAY } from '#contract/desk-calendar.ts';
import { TextField } from '../ui/field.tsx';

type Props = Omit<ComponentProps<typeof TextField>, 'around'> & {
  /** What an empty field stands for: where counting begins. */
  empty: number;
};

/** How many: typed, or by a press one more or one less. */
export function CountField({ empty, ...field }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [said, say] = useState('');
  const add = (more: number) => {
    if (!input.current) return;
    const typed = input.current.value.trim();
    const count = typed === '' ? empty : Number(typed);
    if (!Number.isInteger(count)) return;
    input.current.value = String(Math.min(Math.max(count + more, 0), MOST_ORDERS_A_DAY));
    say(input.current.value);
  };
  return (
    <TextField
      {...field}
      ref={input}
      inputMode="numeric"
      around={(typed) => (
        <div className="desk-count">
          <button type="button" aria-label="Fewer" onClick={() => add(-1)}>
            −
          </button>
          {typed}
          <button type="button" aria-label="More" onClick={() => add(1)}>
            +
          </button>
          <span className="sr-only" role="status">
            {said}
          </span>
        </div>
      )}
    />
  );
}
