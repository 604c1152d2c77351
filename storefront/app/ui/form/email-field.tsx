import type { ComponentProps } from 'react';
import { MAX_EMAIL_LENGTH } from '#contract/limits.ts';
import { Field } from './field.tsx';

type Props = Omit<ComponentProps<typeof Field>, 'label' | 'name'> & { label?: string };

/** Where somebody types the address of their mailbox: nothing is corrected, or begun with a capital. */
export const EmailField = (props: Props) => (
  <Field
    label="Email"
    name="email"
    type="email"
    autoComplete="email"
    autoCapitalize="none"
    spellCheck={false}
    maxLength={MAX_EMAIL_LENGTH}
    required
    {...props}
  />
);
