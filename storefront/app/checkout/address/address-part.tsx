import { useQueryClient } from '@tanstack/react-query';
import type { SavedAddress } from '#contract/addresses.ts';
import { failureWords } from '../../api/failure-words.ts';
import { invalidateCart } from '../../cart/cart-query.ts';
import { FailureLine } from '../../ui/failure-line.tsx';
import { Loading } from '../../ui/loading/loading.tsx';
import { NameForm } from '../name-form.tsx';
import type { OrderChoices } from '../order-choices.ts';
import { sayIfForgotten } from '../payment/say-if-forgotten.ts';
import { AddressEditor } from './address-editor.tsx';
import { AddressForm } from './address-form.tsx';
import { AddressPicker } from './address-picker.tsx';
import type { useAddresses } from './use-addresses.ts';

/** The form that is open: for a new address, or for the one that is edited. */
export type Editing = 'new' | number | undefined;

type Props = {
  addresses: ReturnType<typeof useAddresses>;
  choices: OrderChoices;
  /** Whether the buyer's own name is not known yet. */
  asksName: boolean;
  editing: Editing;
  onEditing: (editing: Editing) => void;
  /** Called when an address was added, edited, or left as it was. */
  onSaved: (address: SavedAddress) => void;
};

/** The address of the order: one of the buyer's, or a new one. */
export function AddressPart({ addresses, choices, asksName, editing, onEditing, onSaved }: Props) {
  const { data, error, isError, isPending } = addresses;
  const client = useQueryClient();
  const close = () => onEditing(undefined);
  const add = (address: SavedAddress) => {
    addresses.add(address);
    choices.chooseAddress(address.id);
    onSaved(address);
  };
  return (
    <div className="grid gap-5">
      {isError && (
        <FailureLine onRetry={() => addresses.refetch()}>
          Your addresses could not be loaded. {failureWords(error)}
        </FailureLine>
      )}
      {isPending && <Loading />}
      {asksName && data && data.length > 0 && <NameForm />}
      {data && data.length > 0 && (
        <AddressPicker
          addresses={data}
          chosen={choices.address}
          editing={editing === 'new' ? undefined : editing}
          onChoose={choices.chooseAddress}
          onEdit={onEditing}
          onSaved={(address) => {
            addresses.replace(address);
            // At another door the cart has lost its wishes as well.
            if (address.id === choices.address) {
              sayIfForgotten(choices.driverNote, address);
              void invalidateCart(client);
            }
            onSaved(address);
          }}
          onCancel={close}
        />
      )}
      {/* Without addresses, or if they could not be fetched, the form is open at once. */}
      {!isPending && !data?.length && <AddressForm asksName={asksName} onSaved={add} />}
      {data && data.length > 0 && editing === 'new' && <AddressEditor level="h3" onSaved={add} onCancel={close} />}
      {data && data.length > 0 && editing !== 'new' && (
        <div>
          <button
            type="button"
            data-add-address
            className="button outlined small max-tablet:w-full"
            onClick={() => onEditing('new')}
          >
            Add another address
          </button>
        </div>
      )}
    </div>
  );
}
