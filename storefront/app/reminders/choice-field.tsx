import { type ComponentProps, type ReactNode, useId } from 'react';
import { Icon } from '../ui/icon.tsx';

type Props = Omit<ComponentProps<'select'>, 'id' | 'className'> & {
  label: string;
  name: string;
  choices: readonly (readonly [value: string | number, words: string])[];
  error?: ReactNode;
};

/** One of a list, with its label and its error message. */
export function ChoiceField({ label, choices, error, ...select }: Props) {
  const id = useId();
  return (
    <div className="grid min-w-0 content-start gap-[7px]">
      <label htmlFor={id} className="font-semibold text-small">
        {label}
      </label>
      <select
        {...select}
        id={id}
        className="input choice"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      >
        {choices.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
      {error && (
        <p id={`${id}-error`} className="field-error">
          <Icon name="warning" className="mt-px size-[1.125rem]" />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}
