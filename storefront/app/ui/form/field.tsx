import { type ComponentProps, type ReactNode, useId } from 'react';
import { Icon } from '../icon.tsx';

type Props = Omit<ComponentProps<'input'>, 'id' | 'className'> & {
  label: string;
  name: string;
  hint?: ReactNode;
  error?: ReactNode;
  /** A word or a button at the other end of the label's line. */
  aside?: (inputId: string) => ReactNode;
};

/** An input with its label, a hint, and its error message. */
export function Field({ label, hint, error, aside, ...input }: Props) {
  const id = useId();
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className="grid min-w-0 content-start gap-[7px]">
      <div className="flex items-baseline justify-between gap-3">
        <label id={`${id}-label`} htmlFor={id} className="font-semibold text-small">
          {label}
        </label>
        {aside?.(id)}
      </div>
      <input
        {...input}
        id={id}
        className="input"
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
      />
      {error && (
        <p id={`${id}-error`} className="field-error">
          <Icon name="warning" className="mt-px size-[1.125rem]" />
          <span>{error}</span>
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="text-small text-soft">
          {hint}
        </p>
      )}
    </div>
  );
}
