import type { ReactNode } from 'react';
import { Field } from './field.tsx';

/** The six digits of a letter. Phones offer them above the keyboard; pasted with a gap they are as good. */
export function CodeField({ hint, error }: { hint?: ReactNode; error?: ReactNode }) {
  return (
    <Field
      label="Code from the letter"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={12}
      required
      hint={hint}
      error={error}
    />
  );
}
