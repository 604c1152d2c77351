import { MAX_RECIPIENT_LENGTH } from '#contract/limits.ts';
import { Field } from '../ui/form/field.tsx';

/** The name of a buyer who registered with the address alone, in one field. */
export const NameField = ({ error }: { error: string | undefined }) => (
  <Field
    label="Your name"
    name="your_name"
    autoComplete="name"
    maxLength={MAX_RECIPIENT_LENGTH}
    required
    hint="So that we know who sends them."
    error={error}
  />
);
