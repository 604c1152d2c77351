import type { ShopDetails } from '#contract/shop.ts';
import type { PictureInLetter } from '../order-in-letter.ts';

/** A letter as data: what it says, in order. `render-html.ts` and `render-text.ts` write it out. */
export type LetterContents = {
  subject: string;
  /** The line that a list of mail shows after the subject. */
  preview: string;
  heading: string;
  /** Something false where a letter has no such part. */
  parts: (Part | '' | 0 | false | null | undefined)[];
  /** Why this letter came, in the small print. */
  because: string;
};

export type Link = { words: string; link: string };
/** A text; `\n` begins another line of it. */
export type Words = string | (string | Link)[];

export type Part =
  /** A paragraph. */
  | Words
  /** Lines that belong together: an address, a note, a list of bouquets. */
  | { kind: 'lines'; heading: string; lines: Words[] }
  /** Each item as a line of words, beside its picture if it has one. */
  | { kind: 'pictured'; heading: string; items: PicturedItem[] }
  /** A photo across the letter, by its path in the shop. */
  | { kind: 'photograph'; path: string; alt: string }
  /** The gift note as it is printed. */
  | { kind: 'gift card'; heading: string; note: string }
  /** Digits to type, large enough to read at arm's length. */
  | { kind: 'code'; digits: string }
  | { kind: 'button'; label: string; link: string };

export type PicturedItem = { words: Words; picture?: PictureInLetter | null | undefined };

export const listParts = ({ parts }: LetterContents): Part[] => parts.filter((part): part is Part => Boolean(part));

export const lines = (heading: string, texts: Words[]): Part => ({ kind: 'lines', heading, lines: texts });
export const pictured = (heading: string, items: PicturedItem[]): Part => ({ kind: 'pictured', heading, items });
export const photograph = (path: string, alt: string): Part => ({ kind: 'photograph', path, alt });
export const giftCard = (heading: string, note: string): Part => ({ kind: 'gift card', heading, note });
export const code = (digits: string): Part => ({ kind: 'code', digits });
export const button = (label: string, link: string): Part => ({ kind: 'button', label, link });
export const textLink = (words: string, link: string): Words => [{ words, link }];

/** The last part of a letter of trouble. */
export const logReference = ({ logId }: { logId?: string | undefined }) =>
  logId && `What led to this is in the log of the shop, under ${logId}.`;

/** For the buyer to pass on to the recipient. */
export const shareTracking = (trackLink: string | null | undefined) =>
  trackLink &&
  lines('Share tracking: this page follows the flowers, and shows neither your note nor the price', [
    textLink(trackLink, trackLink),
  ]);

/** Where an order is changed by whoever bought it. */
export const toChange = (words: string, link: string): Words => [
  `${words}\n`,
  { words: 'Change or cancel this order', link },
];

/** Where questions go, with what we need to know. */
export const contact = (email: string, orderId: number, question = 'A question?'): Words => [
  `${question} Write to `,
  { words: email, link: `mailto:${email}` },
  ` and name order ${orderId}.`,
];

/** Who sells, in one line. */
export function describeSeller(seller: ShopDetails): string {
  const { legalName, street, city, postcode, phone, companyNumber, vatNumber } = seller;
  const facts = [
    `${legalName}, ${street}, ${city} ${postcode}`,
    phone && `Telephone ${phone}`,
    companyNumber && `Company number ${companyNumber}`,
    vatNumber && `VAT number ${vatNumber}`,
  ];
  return facts.filter(Boolean).join('. ');
}
