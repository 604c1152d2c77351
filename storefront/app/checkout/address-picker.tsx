import type { Address } from '#contract/addresses.ts';

type Props = { addresses: Address[]; chosen: number | null; onChoose: (id: number) => void };

/** One's addresses as cards, of which one is chosen. */
export function AddressPicker({ addresses, chosen, onChoose }: Props) {
  return (
    <fieldset className="grid min-w-0 gap-3.5">
      <legend className="sr-only">Deliver to</legend>
      {addresses.map((address) => (
        <label key={address.id} className="pick">
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
      ))}
    </fieldset>
  );
}

/** `12 Gillygate, York YO31 7EQ, GB` */
export const toLine = ({ street_address, city, postal_code, country }: Omit<Address, 'id'>): string =>
  [street_address, [city, postal_code].filter(Boolean).join(' '), country].filter(Boolean).join(', ');
