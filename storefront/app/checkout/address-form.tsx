import { useState } from 'react';
import { Address, NewAddress } from '#contract/addresses.ts';
import { MAX_POSTAL_CODE_LENGTH } from '#contract/limits.ts';
import { isPostcode } from '#contract/postcode.ts';
import { ApiError } from '../api/api-error.ts';
import { callApi } from '../api/client.ts';
import { detailOf } from '../api/failure-words.ts';
import { requireValid } from '../api/field-errors.ts';
import { useForm } from '../session/use-form.ts';
import { Field } from '../ui/field.tsx';
import { FormMessage } from '../ui/form-message.tsx';
import { SubmitButton } from '../ui/submit-button.tsx';
import { showToast } from '../ui/toast.tsx';

const optional = () => <span className="text-mute text-small">optional</span>;

/** Adds an address to those one has. */
export function AddressForm({ onAdded }: { onAdded: (address: Address) => void }) {
  const [postcode, setPostcode] = useState('');
  const form = useForm({
    async send(values) {
      const body = { ...values, country: 'GB', address_type: 'S' };
      requireValid(NewAddress, body);
      const added = Address.parse(
        await callApi('/api/user/profile/address/', { method: 'POST', body }).catch(sayAtLeast),
      );
      form.props.ref.current?.reset();
      setPostcode('');
      void showToast('Your address has been added.', 'success');
      onAdded(added);
      return undefined;
    },
  });
  const common = { autoComplete: 'off', maxLength: 200 } as const;

  return (
    <form {...form.props} className="grid gap-x-5 gap-y-4 tablet:grid-cols-2">
      <Field
        {...common}
        label="Recipient’s name"
        name="recipient_name"
        aside={optional}
        error={form.errorOf('recipient_name')}
      />
      <Field
        {...common}
        label="Phone"
        name="phone"
        type="tel"
        placeholder="For the driver only"
        aside={optional}
        error={form.errorOf('phone')}
      />
      <div className="tablet:col-span-2">
        <Field
          {...common}
          label="Street address"
          name="street_address"
          required
          error={form.errorOf('street_address')}
        />
      </div>
      <Field
        {...common}
        label="Flat, house name or number"
        name="apartment_address"
        required
        error={form.errorOf('apartment_address')}
      />
      <Field {...common} label="City" name="city" required error={form.errorOf('city')} />
      <Field
        label="Postal code"
        name="postal_code"
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={MAX_POSTAL_CODE_LENGTH}
        aside={optional}
        hint={postcodeHint(postcode)}
        error={form.errorOf('postal_code')}
        onChange={({ target }) => setPostcode(target.value)}
      />
      <Field label="Country" name="country" value="GB" disabled readOnly error={form.errorOf('country')} />
      <div className="grid gap-3 tablet:col-span-2">
        <FormMessage>{form.message || form.errorOf('non_field_errors') || form.errorOf('address_type')}</FormMessage>
        <div>
          <SubmitButton busy={form.busy} busyWords="Adding…" className="button outlined max-tablet:w-full">
            Add address
          </SubmitButton>
        </div>
      </div>
    </form>
  );
}

function postcodeHint(typed: string): string | undefined {
  if (typed.trim() === '') return 'It helps the driver find the door.';
  return isPostcode(typed) ? undefined : 'This doesn’t look like a UK postcode. You can still use it.';
}

/** A failure without a word of its own gets the specification's. */
function sayAtLeast(error: unknown): never {
  const isSilent = error instanceof ApiError && error.status !== 400 && !detailOf(error.body);
  throw isSilent ? new ApiError(error.status || 502, { detail: 'An error occurred' }) : error;
}
