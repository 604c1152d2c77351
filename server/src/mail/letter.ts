/** A bouquet of an order. Letters that were sealed by an earlier version have no picture. */
export type ItemInLetter = {
  name: string;
  itemCode: string;
  quantity: number;
  price: number;
  picture?: PictureInLetter | null;
};

/** A file of the shop's own, by its path: the letter gives it the shop's address when it leaves. */
export type PictureInLetter = { path: string; alt: string };

/** An order as letters tell of it; prices in pounds. */
export type OrderInLetter = {
  id: number;
  items: ItemInLetter[];
  total: number;
  deliveryFee: number;
  paid: number;
  day: string;
  /** Line by line, as it stands on the parcel. */
  address: string[];
  note: string;
};

/** The order that makes up for another, and the day it comes. */
export type ReplacementInLetter = { order: number; day: string };

/** Every letter the shop writes, and what it needs to know. */
export type Letter = { to: string; firstName: string } & (
  | { kind: 'confirm-email'; link: string }
  | { kind: 'confirm-new-email'; link: string }
  | { kind: 'email-change-asked' }
  | { kind: 'reset-password'; link: string }
  | { kind: 'password-changed' }
  | { kind: 'account-deleted' }
  | { kind: 'order-confirmed'; order: OrderInLetter; link: string }
  | { kind: 'money-returned'; amount: number; isPaidFor: boolean }
  | {
      kind: 'stray-money';
      invoice: string;
      captureId: string;
      amount: number;
      takenOn: string;
      /** In letters of an earlier version, which gave money back by itself and wrote the day of the backup. */
      wentBack?: boolean;
    }
  | { kind: 'money-left'; orderId: number; as: 'refunded' | 'reversed'; amount: number | null; day: string }
  | { kind: 'order-to-tie'; order: OrderInLetter; buyer: string; replaces?: { order: number; claim: number } }
  | { kind: 'order-dispatched'; order: OrderInLetter; link: string }
  | { kind: 'order-delivered'; order: OrderInLetter; onItsDay: boolean; link: string }
  | { kind: 'review-invited'; order: OrderInLetter; arrivedOn: string | null; link: string }
  | { kind: 'claim-taken'; orderId: number; onTheDay: boolean; replacement: ReplacementInLetter | null; link: string }
  | { kind: 'claim-to-answer'; claim: number; order: OrderInLetter; words: string; why: string }
  | {
      kind: 'claim-answered';
      orderId: number;
      words: string | null;
      replacement: ReplacementInLetter | null;
      link: string;
    }
);

export type LetterKind = Letter['kind'];

export type LetterOf<Kind extends LetterKind> = Extract<Letter, { kind: Kind }>;
