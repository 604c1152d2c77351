import { useId, useState } from 'react';
import type { Address, SavedAddress } from '#contract/addresses.ts';
import { NOBODY_IN_WORDS } from '#contract/wish-words.ts';

/** `GB, York, 12 Gillygate, Flat 3, Alder House` */
export const joinAddress = ({ country, city, street_address, apartment_address }: Address): string =>
  [country, city, street_address, apartment_address].filter(Boolean).join(', ');

type Props = {
  address: SavedAddress;
  isChosen: boolean;
  onChoose: () => void;
  onEdit: () => void;
  onDelete: (byKeyboard: boolean) => void;
  onForget: () => Promise<void>;
};

/** One address. Pressing it anywhere but on its buttons chooses it. */
export function AddressCard({ address, isChosen, onChoose, onEdit, onDelete, onForget }: Props) {
  const id = useId();
  const contact = [address.recipient_name, address.phone].filter(Boolean).join(', ');
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the radio is for the keyboard; the card is a larger place to press
    <li className="pick max-tablet:flex-wrap" onClick={onChoose}>
      <input
        type="radio"
        name="address"
        className="radio mt-0.5"
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-line`}
        checked={isChosen}
        onChange={onChoose}
      />
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <h2 id={`${id}-name`} className="text-h3">
          {address.apartment_address}
        </h2>
        {contact && <p className="num text-small text-soft">{contact}</p>}
        <p id={`${id}-line`} className="text-small">
          {joinAddress(address)}
        </p>
        <Remembered address={address} onForget={onForget} />
      </div>
      <div className="flex shrink-0 gap-x-4 max-tablet:w-full max-tablet:pl-8">
        <button
          type="button"
          className="address-edit"
          data-edit-address={address.id}
          aria-label={`Edit ${address.apartment_address}`}
          onClick={(event) => {
            event.stopPropagation();
            onEdit();
          }}
        >
          Edit
        </button>
        <button
          type="button"
          className="address-delete"
          aria-label={`Delete ${address.apartment_address}`}
          // A click by keyboard has `detail` 0: no pointer presses are counted.
          onClick={(event) => {
            event.stopPropagation();
            onDelete(event.detail === 0);
          }}
        >
          Delete
        </button>
      </div>
    </li>
  );
}

/** What the address has from the last order that went there, if it is not as most people have it. */
function Remembered({ address, onForget }: Pick<Props, 'address' | 'onForget'>) {
  const [busy, setBusy] = useState(false);
  const { driver_note, nobody_in, swap_choice } = address;
  const wishes = [
    nobody_in && nobody_in !== 'neighbour' && `Nobody in: ${NOBODY_IN_WORDS[nobody_in].toLowerCase()}.`,
    swap_choice === 'ask' && 'A flower missing: you are asked first.',
  ].filter(Boolean);
  if (!driver_note && wishes.length === 0) return null;
  return (
    <div className="mt-1 text-small text-soft">
      {driver_note && <p>For the driver: {driver_note}</p>}
      {wishes.length > 0 && <p>{wishes.join(' ')}</p>}
      <button
        type="button"
        className="link min-h-11"
        data-forget
        aria-label={`Forget the wishes for ${address.apartment_address}`}
        aria-disabled={busy || undefined}
        onClick={async (event) => {
          event.stopPropagation();
          if (busy) return;
          setBusy(true);
          await onForget();
          setBusy(false);
        }}
      >
        Forget
      </button>
    </div>
  );
}
