import type { Address } from '#contract/addresses.ts';
import type { AddressRow } from './table.ts';

export function toAddress(row: AddressRow): Address {
  return { id: row.id, ...toPlace(row) };
}

/** Where it is, without what we call it: what an order keeps. */
export function toPlace(row: AddressRow): Omit<Address, 'id'> {
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
