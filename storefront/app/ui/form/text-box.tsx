import { type ReactNode, useId, useState } from 'react';
import { storedLength } from '#contract/normalise.ts';
import { Icon } from '../icon.tsx';

type Props = {
  label: string;
  name: string;
  /** In characters, counted as the shop counts them. */
  most: number;
  rows?: number;
  required?: boolean;
  text?: string;
  aside?: ReactNode;
  hint?: ReactNode;
  error: string | undefined;
  onLength?: (length: number) => void;
};

/** A box for several lines, with its label, its length and its error message. */
export function TextBox({ label, name, most, rows = 5, required, text = '', aside, hint, error, onLength }: Props) {
  const id = useId();
  const lengthOf = (words: string) => storedLength(words, most);
  const [length, setLength] = useState(lengthOf(text));
  const isTooLong = length > most;
  return (
    <div className="grid min-w-0 gap-[7px]">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-semibold text-small">
          {label}
        </label>
        {aside && <span className="text-mute text-small">{aside}</span>}
      </div>
      <textarea
        id={id}
        name={name}
        rows={rows}
        required={required}
        dir="auto"
        autoComplete="off"
        defaultValue={text}
        className="input resize-y"
        aria-invalid={error || isTooLong ? true : undefined}
        aria-describedby={`${id}-error ${id}-hint`}
        onChange={({ target }) => {
          setLength(lengthOf(target.value));
          onLength?.(lengthOf(target.value));
        }}
      />
      <p id={`${id}-hint`} className="flex justify-between gap-3 text-small text-soft">
        <span>{hint}</span>
        <span className={`num whitespace-nowrap ${isTooLong ? 'font-semibold text-error' : ''}`}>
          {length} / {most}
        </span>
      </p>
      <div id={`${id}-error`} role="status">
        {(error || isTooLong) && (
          <p className="field-error">
            <Icon name="warning" className="mt-px size-[1.125rem]" />
            {error ?? `This must be no more than ${most} characters.`}
          </p>
        )}
      </div>
    </div>
  );
}
