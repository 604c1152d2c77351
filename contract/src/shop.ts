/** What the shop is and what it charges: the facts that pages, letters and the payment provider all state. */
export const SHOP = {
  name: 'Marigold Lane',
  legalName: 'Marigold Lane Flowers',
  street: 'Unit 4, Marigold Lane',
  city: 'London',
  postcode: 'E8 3QX',
  email: 'hello@marigoldlane.example',
  tagline: 'Bouquets tied by hand in east London and sent across the UK.',
} as const;

/** Who sells, as the owner has set it: pages, letters and receipts state it. What is empty is not stated. */
export type ShopDetails = Record<'legalName' | 'street' | 'city' | 'postcode' | 'email', string> &
  Partial<Record<'phone' | 'companyNumber' | 'vatNumber', string>>;

/** What every page and letter of a demonstration says. */
export const DEMONSTRATION = 'This is a demonstration: no money moves and no flowers are sent.';

export const DELIVERY_FEE = 5;
