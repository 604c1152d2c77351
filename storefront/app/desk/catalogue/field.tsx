import { type ReactNode, useId } from 'react';
import { FieldRefused } from '../paper/form-parts.tsx';
import type { Errors } from './use-editing.ts';

type Props = {
  label: string;
  note?: string;
  /** As the shop names it when it refuses. */
  name: string;
  errors: Errors;
  hint?: ReactNode;
  isWide?: boolean;
  children(props: { id: string; name: string; 'aria-invalid': boolean; 'aria-describedby': string }): ReactNode;
};

/** A field with its label, and what the shop says about it. */
export function Field({ label, note, name, errors, hint, isWide, children }: Props) {
  const id = useId();
  return (
    <div className={isWide ? 'ed-field wide' : 'ed-field'}>
      <label htmlFor={id}>
        {label} {note && <span className="ed-note">{note}</span>}
      </label>
      {children({ id, name, 'aria-invalid': errors[name] !== undefined, 'aria-describedby': `${id}-words` })}
      {hint && <div className="ed-hint">{hint}</div>}
      <FieldRefused refused={errors} name={name} id={`${id}-words`} />
    </div>
  );
}
