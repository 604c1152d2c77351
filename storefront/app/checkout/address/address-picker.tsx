import type { Address, SavedAddress } from '#contract/addresses.ts';
import { AddressEditor } from './address-editor.tsx';

type Props = {
  addresses: Address[];
  chosen: number | null;
  /** The address whose form is open instead of its card. */
  editing: number | undefined;
  onChoose: (id: number) => void;
  onEdit: (id: number) => void;
  onSaved: (address: SavedAddress) => void;
  onCancel: () => void;
};

/** The buyer's addresses as cards, of which one is chosen. */
export function AddressPicker({ addresses, chosen, editing, onChoose, onEdit, onSaved, onCancel }: Props) {
  return (
    <fieldset className="grid min-w-0 gap-3.5">
      <legend className="sr-only">Deliver to</legend>
      {addresses.map((address) =>
        address.id === editing ? (
          <AddressEditor key={address.id} level="h3" address={address} onSaved={onSaved} onCancel={onCancel} />
        ) : (
          <div key={address.id} className="pick">
            <label className="pick-whole">
              <input
                type="radio"
                name="address"
                className="radio mt-0.5"
                value={address.id}
                checked={address.id === chosen}
                onChange={() => onChoose(address.id)}
              />
              <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                <span className="block font-serif text-h3 tracking-[-0.012em]">{address.apartment_address}</span>
                <span className="block text-small text-soft">
                  {[address.recipient_name, address.phone].filter(Boolean).join(', ')}
                </span>
                <span className="block text-small">{toLine(address)}</span>
              </span>
            </label>
            <button
              type="button"
              className="address-edit"
              data-edit-address={address.id}
              aria-label={`Edit ${address.apartment_address}`}
              onClick={() => onEdit(address.id)}
            >
              Edit
            </button>
          </div>
        ),
      )}
    </fieldset>
  );
}

/** `12 Gillygate, York YO31 7EQ, GB` */
export const toLine = ({ street_address, city, postal_code, country }: Omit<Address, 'id'>): string =>
  [street_address, [city, postal_code].filter(Boolean).join(' '), country].filter(Boolean).join(', ');
