import { Button } from '@react-email/button';
import { Link } from '@react-email/link';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import { createContext, createElement as h, type ReactElement, useContext } from 'react';
import { dropDirectionMarks } from '#contract/invisible.ts';
import { SHOP, type ShopDetails } from '#contract/shop.ts';
import type { PictureInLetter } from './letter.ts';
import { COLOUR, GIFT_CARD, SANS, SERIF, SMALL, TEXT } from './theme.ts';

/** A letter as the files in letters/ write it: the texts around, and the parts of it in order. */
export type WrittenLetter = {
  subject: string;
  /** The line that a list of mail shows after the subject. */
  preview: string;
  heading: string;
  parts: ReactElement[];
  /** Why this letter came, in the small print. */
  because: string;
};

/** Who sells, of the letter that is being written out. */
export const Seller = createContext<ShopDetails>(SHOP);

type Words = string | ((seller: ShopDetails) => string);

/** In one piece: between several, comments would be rendered. */
function Paragraph({ words }: { words: Words }) {
  const seller = useContext(Seller);
  return h(Text, { className: 'ink', style: TEXT }, typeof words === 'string' ? words : words(seller));
}

export const paragraph = (words: Words): ReactElement => h(Paragraph, { words });

/** The last part of a letter of trouble. */
export const logReference = ({ logId }: { logId?: string | undefined }): ReactElement[] =>
  logId ? [paragraph(`What led to this is in the log of the shop, under ${logId}.`)] : [];

const inText = { color: COLOUR.leaf700, textDecoration: 'underline' };

const ShopEmailLink = () => {
  const { email } = useContext(Seller);
  return h(Link, { href: `mailto:${email}`, style: inText, className: 'ink' }, email);
};

/**
 * Lines that belong together: an address, a note, a list of bouquets. Mostly typed by people, so direction marks are
 * dropped: they could reorder the text around them.
 */
export function block(heading: string, lines: (string | ReactElement)[]): ReactElement {
  return h(
    Section,
    { style: { margin: '0 0 20px' } },
    h(Text, { className: 'soft', style: { ...SMALL, margin: '0 0 4px' } }, heading),
    ...lines.map((line, place) =>
      h(
        Text,
        { key: place, className: 'ink', style: { ...TEXT, margin: '0', whiteSpace: 'pre-wrap' } },
        typeof line === 'string' ? dropDirectionMarks(line) : line,
      ),
    ),
  );
}

/** Each item as a line of words, beside its picture if it has one. Programs without pictures show the alt text. */
export function pictured(heading: string, items: Pictured[], publicUrl: string): ReactElement {
  return h(
    Section,
    { style: { margin: '0 0 20px' } },
    h(Text, { className: 'soft', style: { ...SMALL, margin: '0 0 8px' } }, heading),
    ...items.map(({ words, picture, link }, place) =>
      h(
        Section,
        { key: place, style: { margin: '0 0 8px' } },
        h(
          'tr',
          null,
          ...(picture ? [h('td', { key: 'picture', style: thumbnailCell }, thumbnail(picture, publicUrl))] : []),
          h(
            'td',
            { key: 'words', style: { verticalAlign: 'middle' } },
            h(Text, { className: 'ink', style: line }, linked(dropDirectionMarks(words), link)),
          ),
        ),
      ),
    ),
  );
}

type Pictured = { words: string; picture?: PictureInLetter | null | undefined; link?: string };

const linked = (words: string, link: string | undefined) =>
  link === undefined ? words : h(Link, { href: link, style: inText, className: 'ink', target: '_blank' }, words);

/** A line that is a link. */
export const textLink = (words: string, link: string): ReactElement =>
  h(Text, { className: 'ink', style: TEXT }, linked(words, link));

const thumbnail = ({ path, alt }: PictureInLetter, publicUrl: string) =>
  h('img', { src: `${publicUrl}${path}`, alt, width: 88, height: 110, className: 'ink', style: thumbnailLook });

/** A photo across the letter. Programs without pictures show the alt text. */
export const photograph = (path: string, alt: string, publicUrl: string): ReactElement =>
  h(
    Section,
    { style: { margin: '0 0 20px' } },
    h('img', { src: `${publicUrl}${path}`, alt, width: 480, className: 'ink', style: photographLook }),
  );

/** The gift note as it is printed: a card of its own, in italics. */
export function giftCard(heading: string, note: string): ReactElement {
  return h(
    Section,
    { style: { margin: '0 0 24px' } },
    h(Text, { className: 'soft', style: { ...SMALL, margin: '0 0 8px' } }, heading),
    h(
      Section,
      { className: 'note', style: cardLook },
      h(
        'tr',
        null,
        h(
          'td',
          null,
          ...note
            .split('\n')
            .map((words, place) => h(Text, { key: place, className: 'hand', style: hand }, dropDirectionMarks(words))),
        ),
      ),
    ),
  );
}

/** For the buyer to pass on to the recipient. */
export const shareTracking = (trackLink: string | null | undefined): ReactElement[] =>
  trackLink
    ? [
        block('Share tracking: this page follows the flowers, and shows neither your note nor the price', [
          linked(trackLink, trackLink),
        ]),
      ]
    : [];

/** Where an order is changed by whoever bought it. */
export const toChange = (words: string, link: string): ReactElement[] => [
  h(Text, { key: 'until', className: 'ink', style: { ...TEXT, margin: '0' } }, words),
  textLink('Change or cancel this order', link),
];

/** Where questions go, with what we need to know. */
export function contact(orderId: number, question = 'A question?'): ReactElement {
  const words = [`${question} Write to `, h(ShopEmailLink, { key: 'link' }), ` and name order ${orderId}.`];
  return h(Text, { className: 'ink', style: TEXT }, ...words);
}

/** Six digits to type, large enough to read at arm's length. */
export const mailedCode = (code: string): ReactElement => h(Text, { className: 'ink', style: codeLook }, code);

/** The one button, and the same link written out for mail programs in which the button does not work. */
export function linkButton(label: string, link: string): ReactElement {
  const button = {
    backgroundColor: COLOUR.leaf700,
    color: COLOUR.lift,
    fontFamily: SANS,
    fontSize: '16px',
    fontWeight: 600,
    padding: '16px 30px',
    borderRadius: '999px',
    textAlign: 'center',
  } as const;
  const address = { color: COLOUR.leaf700, textDecoration: 'underline', wordBreak: 'break-all' } as const;
  return h(
    Section,
    { style: { margin: '8px 0 24px' } },
    // Plain text has only the link below.
    h(Button, { href: link, className: 'button', style: button, 'data-skip-in-text': 'true' } as object, label),
    h(Text, { className: 'soft', style: { ...SMALL, margin: '20px 0 0' } }, 'The link in full:'),
    h(
      Text,
      { className: 'soft', style: { ...SMALL, margin: '0' } },
      h(Link, { href: link, style: address, target: '_blank' }, link),
    ),
  );
}

const codeLook = {
  ...TEXT,
  margin: '8px 0 20px',
  fontSize: '34px',
  lineHeight: '42px',
  fontWeight: 600,
  letterSpacing: '3px',
  fontVariantNumeric: 'tabular-nums',
};
const line = { ...TEXT, margin: '0' };
const thumbnailCell = { width: '104px', verticalAlign: 'middle' } as const;
/** The words of a picture that is not loaded are drawn in its colour. */
const words = { fontFamily: SANS, fontSize: '14px', color: COLOUR.leaf900 };
const thumbnailLook = {
  ...words,
  display: 'block',
  width: '88px',
  height: '110px',
  objectFit: 'cover',
  borderRadius: '3px',
} as const;
const photographLook = { ...words, display: 'block', width: '100%', maxWidth: '480px', borderRadius: '3px' } as const;
const cardLook = { backgroundColor: GIFT_CARD.paper, border: `1px solid ${COLOUR.line}`, padding: '20px 24px' };
const hand = {
  margin: '0',
  minHeight: '28px',
  fontFamily: SERIF,
  fontStyle: 'italic',
  fontSize: '18px',
  lineHeight: '28px',
  color: GIFT_CARD.ink,
  textAlign: 'center',
  whiteSpace: 'pre-wrap',
} as const;
