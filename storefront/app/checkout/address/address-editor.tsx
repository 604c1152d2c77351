import { useEffect, useId, useRef } from 'react';
import type { Address, SavedAddress } from '#contract/addresses.ts';
import { AddressForm } from './address-form.tsx';

type Props = {
  /** The address to edit; undefined for a new one. */
  address?: Address;
  /** The level of its heading. */
  level: 'h2' | 'h3';
  onSaved: (address: SavedAddress) => void;
  onCancel: () => void;
};

/** The address form as a card. It takes the focus and can be closed. */
export function AddressEditor({ address, level: Heading, onSaved, onCancel }: Props) {
  const title = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby={title} className="paper-card">
      <div className="mb-5 flex items-center justify-between gap-4">
        <Heading
          ref={heading}
          id={title}
          tabIndex={-1}
          className="min-w-0 text-h3 outline-none [overflow-wrap:anywhere]"
        >
          {address ? `Edit ${address.apartment_address}` : 'A new address'}
        </Heading>
        <button type="button" className="link min-h-11 font-semibold text-small" onClick={onCancel}>
          Cancel
        </button>
      </div>
      <AddressForm {...(address && { address })} onSaved={onSaved} />
    </section>
  );
}
