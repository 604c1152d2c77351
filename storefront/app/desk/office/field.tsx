import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { DayInput } from '../day-input.tsx';
import type { Answered } from './sent-form.tsx';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'name' | 'id'> & {
  name: string;
  label: ReactNode;
  value: string;
  hint?: ReactNode;
  answered: Answered;
  ref?: Ref<HTMLInputElement>;
  /** What belongs around the input, as buttons. */
  around?: (input: ReactNode) => ReactNode;
};

/** A line to fill in, with the words about it underneath. */
export function Field({
  name,
  label,
  value,
  hint,
  answered,
  className = '',
  around = (input) => input,
  ...rest
}: Props) {
  const { type, ...others } = rest;
  const props = {
    ...{ className: 'paper-input', id: name, name, autoComplete: 'off', defaultValue: answered.typed(name, value) },
    ...ariaOf(name, hint !== undefined, answered),
    ...others,
  };
  const input = type === 'date' ? <DayInput {...props} /> : <input type={type} {...props} />;
  return (
    <div className={`office-field ${className}`}>
      <label htmlFor={name}>{label}</label>
      {around(input)}
      {hint !== undefined && (
        <p className="office-hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      <Wrong name={name} answered={answered} />
    </div>
  );
}

/** Why what stands in a field was refused. */
export function Wrong({ name, answered }: { name: string; answered: Answered }) {
  const words = answered.wrong(name);
  if (words === undefined) return null;
  return (
    <p className="desk-field-error" id={`${name}-wrong`}>
      {words}
    </p>
  );
}

/** How a field says which words belong to it. */
export function ariaOf(name: string, hasHint: boolean, { wrong }: Answered) {
  const isWrong = wrong(name) !== undefined;
  const ids = [hasHint && `${name}-hint`, isWrong && `${name}-wrong`].filter(Boolean).join(' ');
  return {
    'aria-invalid': isWrong || undefined,
    'aria-describedby': ids || undefined,
  };
}
