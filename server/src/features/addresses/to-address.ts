import type { Address, NewAddress, SavedAddress } from '#contract/addresses.ts';
import type { AddressRow } from './table.ts';

export function toAddress(row: AddressRow): SavedAddress {
  const { id, driverNote, nobodyIn, swapChoice } = row;
  return { id, ...toAddressCopy(row), driver_note: driverNote, nobody_in: nobodyIn, swap_choice: swapChoice };
}

/** An order has wishes of its own. */
export type CopiedAddress = Omit<AddressRow, 'id' | 'userId' | 'createdAt' | 'driverNote' | 'nobodyIn' | 'swapChoice'>;

/** The address without its id, as it is copied into an order. */
export function toAddressCopy(row: CopiedAddress): Omit<Address, 'id'> {
  return {
    country: row.country,
    city: row.city,
    street_address: row.streetAddress,
    apartment_address: row.apartmentAddress,
    postal_code: row.postalCode,
    address_type: row.addressType,
    phone: row.phone,
    recipient_name: row.recipientName,
  };
}

/** The other way round. */
export function toColumns(
  address: Omit<Address, 'id' | 'address_type'> & Pick<NewAddress, 'address_type'>,
): CopiedAddress {
  return {
    country: address.country,
    city: address.city,
    streetAddress: address.street_address,
    apartmentAddress: address.apartment_address,
    postalCode: address.postal_code,
    addressType: address.address_type,
    phone: address.phone,
    recipientName: address.recipient_name,
  };
}
