import { useState } from 'react';
import { type Address, NewAddress, SavedAddress } from '#contract/addresses.ts';
import {
  MAX_ADDRESS_LINE_LENGTH,
  MAX_CITY_LENGTH,
  MAX_PHONE_LENGTH,
  MAX_POSTAL_CODE_LENGTH,
  MAX_RECIPIENT_LENGTH,
} from '#contract/limits.ts';
import { ApiError } from '../../api/api-error.ts';
import { callApi } from '../../api/client.ts';
import { detailOf } from '../../api/failure-words.ts';
import { fieldErrorsOf } from '../../api/field-errors.ts';
import { requireValid } from '../../api/require-valid.ts';
import { useForm } from '../../session/use-form.ts';
import { Field } from '../../ui/form/field.tsx';
import { FormMessage } from '../../ui/form/form-message.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { showToast } from '../../ui/toast/toast.tsx';
import { NameField } from '../name-field.tsx';
import { nameErrors, saveName, UNDER_NAME } from '../save-name.ts';

const PATH = '/api/user/profile/address/';
const optional = () => <span className="text-mute text-small">optional</span>;

type Props = {
  /** The address to edit; without it, a new one is added. */
  address?: Address;
  /** Whether the buyer's own name is asked for as well. */
  asksName?: boolean;
  onSaved: (address: SavedAddress) => void;
};

/** Adds an address, or edits one. */
export function AddressForm({ address, asksName = false, onSaved }: Props) {
  const [postcode, setPostcode] = useState(address?.postal_code ?? '');
  const form = useForm({
    under: UNDER_NAME,
    async send({ your_name = '', ...values }) {
      const body = { ...values, country: 'GB', address_type: address?.address_type ?? 'S' };
      requireValid(NewAddress, body, asksName ? nameErrors(your_name) : {});
      if (asksName) await saveName(your_name);
      const call = address
        ? callApi(`${PATH}${address.id}/`, { method: 'PATCH', body })
        : callApi(PATH, { method: 'POST', body });
      const saved = SavedAddress.parse(await call.catch(withDefaultMessage));
      if (!address) {
        form.props.ref.current?.reset();
        setPostcode('');
      }
      // The page shows the one that was edited; of one that is new the specification asks for these words.
      if (!address) void showToast('Your address has been added.', 'success');
      onSaved(saved);
      return undefined;
    },
  });

  const text = (name: keyof Omit<Address, 'id'>, maxLength: number, autofill: string) => ({
    name,
    maxLength,
    // `shipping`: the recipient's, which browsers keep apart from the buyer's own.
    autoComplete: `shipping ${autofill}`,
    defaultValue: address?.[name],
    error: form.errorOf(name),
  });

  return (
    <form {...form.props} className="grid gap-x-5 gap-y-4 tablet:grid-cols-2">
      {asksName && (
        <div className="tablet:col-span-2">
          <NameField error={form.errorOf('your_name')} />
        </div>
      )}
      <div className="tablet:col-span-2">
        <Field
          {...text('recipient_name', MAX_RECIPIENT_LENGTH, 'name')}
          label="Who are they for?"
          hint="Leave empty if they are for you."
        />
      </div>
      <div className="tablet:col-span-2">
        <Field {...text('street_address', MAX_ADDRESS_LINE_LENGTH, 'address-line1')} label="Street address" required />
      </div>
      <Field
        {...text('apartment_address', MAX_ADDRESS_LINE_LENGTH, 'address-line2')}
        label="Flat, house name or number"
        required
      />
      <Field {...text('city', MAX_CITY_LENGTH, 'address-level2')} label="City" required />
      <Field
        {...text('postal_code', MAX_POSTAL_CODE_LENGTH, 'postal-code')}
        label="Postal code"
        autoCapitalize="characters"
        aside={optional}
        hint={postcode.trim() === '' ? 'It helps the driver find the door.' : undefined}
        onChange={({ target }) => setPostcode(target.value)}
      />
      <Field
        {...text('phone', MAX_PHONE_LENGTH, 'tel')}
        label="Phone"
        type="tel"
        hint="For the driver only."
        aside={optional}
      />
      <Field label="Country" name="country" value="GB" disabled readOnly error={form.errorOf('country')} />
      <div className="grid gap-3 tablet:col-span-2">
        <FormMessage>{form.message || form.errorOf('non_field_errors') || form.errorOf('address_type')}</FormMessage>
        <div>
          <SubmitButton
            busy={form.busy}
            busyWords={address ? 'Saving…' : 'Adding…'}
            className="button outlined max-tablet:w-full"
          >
            {address ? 'Save address' : 'Add address'}
          </SubmitButton>
        </div>
      </div>
    </form>
  );
}

/** A failure without a message of its own gets the specification's. */
function withDefaultMessage(error: unknown): never {
  const isSilent = error instanceof ApiError && !detailOf(error.body) && Object.keys(fieldErrorsOf(error)).length === 0;
  throw isSilent ? new ApiError(error.status || 502, { detail: 'An error occurred' }) : error;
}
