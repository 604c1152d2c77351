import {
  MAX_ADDRESS_LINE_LENGTH,
  MAX_CITY_LENGTH,
  MAX_PHONE_LENGTH,
  MAX_POSTAL_CODE_LENGTH,
  MAX_RECIPIENT_LENGTH,
} from '#contract/limits.ts';
import { Field } from '../../ui/form/field.tsx';
import { ChangeEnd } from './change-end.tsx';
import type { ChangeProps } from './change-props.ts';
import { useChangeForm } from './use-change-form.ts';

const FIELDS = [
  ['recipient_name', 'Who are they for?', MAX_RECIPIENT_LENGTH, 'name'],
  ['street_address', 'Street address', MAX_ADDRESS_LINE_LENGTH, 'address-line1'],
  ['apartment_address', 'Flat, house name or number', MAX_ADDRESS_LINE_LENGTH, 'address-line2'],
  ['city', 'City', MAX_CITY_LENGTH, 'address-level2'],
  ['postal_code', 'Postal code', MAX_POSTAL_CODE_LENGTH, 'postal-code'],
  ['phone', 'Phone', MAX_PHONE_LENGTH, 'tel'],
] as const;

/** Where this order goes. The addresses of the account stay as they are. */
export function ChangeAddressForm(props: ChangeProps) {
  const { address, driver_note } = props.order;
  const form = useChangeForm(props, (values) => values);
  return (
    <form {...form.props} className="grid gap-4">
      {FIELDS.map(([name, label, maxLength, autofill]) => (
        <Field
          key={name}
          name={name}
          label={label}
          maxLength={maxLength}
          autoComplete={`shipping ${autofill}`}
          defaultValue={address?.[name]}
          error={form.errorOf(name)}
          {...(name === 'recipient_name' && { hint: 'Leave empty if they are for you.' })}
          {...(name === 'phone' && { hint: 'For the driver only.', type: 'tel' })}
        />
      ))}
      {driver_note && (
        <p className="text-small text-soft [overflow-wrap:anywhere]">
          Your note for the driver stays: “{driver_note}”. You can change it under Wishes.
        </p>
      )}
      <ChangeEnd busy={form.busy} message={form.errorOf('delivery_date') ?? form.message} onClose={props.onClose} />
    </form>
  );
}
