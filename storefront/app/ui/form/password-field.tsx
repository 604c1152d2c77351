import { type ComponentProps, useState } from 'react';
import { Field } from './field.tsx';

type Props = Omit<ComponentProps<typeof Field>, 'type' | 'aside' | 'autoComplete'> & {
  autoComplete: 'current-password' | 'new-password';
};

/** A password that can be shown. Pasting and password managers work. */
export function PasswordField(props: Props) {
  const [shown, setShown] = useState(false);
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      aside={(inputId) => (
        <button
          type="button"
          aria-controls={inputId}
          aria-describedby={`${inputId}-label`}
          className="link relative min-h-6 font-medium text-small after:absolute after:-inset-x-[min(0.75rem,var(--spacing-side))] after:-inset-y-2.5"
          onClick={() => setShown(!shown)}
        >
          {shown ? 'Hide' : 'Show'}
        </button>
      )}
    />
  );
}
