/** An order as letters tell of it; prices in pounds. */
export type OrderInLetter = {
  id: number;
  items: { name: string; itemCode: string; quantity: number; price: number }[];
  total: number;
  deliveryFee: number;
  paid: number;
  day: string;
  /** Line by line, as it stands on the parcel. */
  address: string[];
  note: string;
};

/** Every letter the shop writes, and what it needs to know. */
export type Letter = { to: string; firstName: string } & (
  | { kind: 'confirm-email'; link: string }
  | { kind: 'reset-password'; link: string }
  | { kind: 'password-changed' }
  | { kind: 'account-deleted' }
  | { kind: 'order-confirmed'; order: OrderInLetter; link: string }
  | { kind: 'money-returned'; amount: number }
  | { kind: 'money-left'; orderId: number; as: 'refunded' | 'reversed'; amount: number | null; day: string }
  | { kind: 'order-to-tie'; order: OrderInLetter; buyer: string }
);

export type LetterKind = Letter['kind'];

export type LetterOf<Kind extends LetterKind> = Extract<Letter, { kind: Kind }>;
