import { Body } from '@react-email/body';
import { Button } from '@react-email/button';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Html } from '@react-email/html';
import { Link } from '@react-email/link';
import { Preview } from '@react-email/preview';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import { createContext, createElement as h, type ReactElement, useContext } from 'react';
import { dropDirectionMarks } from '#contract/invisible.ts';
import { DEMONSTRATION, SHOP, type ShopDetails } from '#contract/shop.ts';
import type { PictureInLetter } from './letter.ts';
import { COLOUR, SANS, SERIF } from './theme.ts';

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

/** For mail programs with a dark mode; others invert the colours themselves. Free of < > & and quotes. */
const DARK = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .paper, .paper td { background-color: ${COLOUR.leaf900} !important; }
  .paper .card, .paper .card td { background-color: #203a29 !important; }
  .ink, .ink a { color: ${COLOUR.lift} !important; }
  .soft, .soft a { color: ${COLOUR.onLeafSoft} !important; }
  .button { background-color: ${COLOUR.marigold} !important; color: ${COLOUR.leaf900} !important; }
}`;

const text = { margin: '0 0 16px', fontFamily: SANS, fontSize: '16px', lineHeight: '26px', color: COLOUR.leaf900 };
const small = { ...text, fontSize: '14px', lineHeight: '22px', color: COLOUR.inkSoft };

/** Who sells, of the letter that is being written out. */
const Seller = createContext<ShopDetails>(SHOP);

type Words = string | ((seller: ShopDetails) => string);

/** In one piece: between several, comments would be rendered. */
function Paragraph({ words }: { words: Words }) {
  const seller = useContext(Seller);
  return h(Text, { className: 'ink', style: text }, typeof words === 'string' ? words : words(seller));
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
export function block(heading: string, lines: string[]): ReactElement {
  return h(
    Section,
    { style: { margin: '0 0 20px' } },
    h(Text, { className: 'soft', style: { ...small, margin: '0 0 4px' } }, heading),
    ...lines.map((line, place) =>
      h(
        Text,
        { key: place, className: 'ink', style: { ...text, margin: '0', whiteSpace: 'pre-wrap' } },
        dropDirectionMarks(line),
      ),
    ),
  );
}

/** Each item as a line of words, beside its picture if it has one. Programs without pictures show the alt text. */
export function pictured(heading: string, items: Pictured[], publicUrl: string): ReactElement {
  return h(
    Section,
    { style: { margin: '0 0 20px' } },
    h(Text, { className: 'soft', style: { ...small, margin: '0 0 8px' } }, heading),
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
  h(Text, { className: 'ink', style: text }, linked(words, link));

const thumbnail = ({ path, alt }: PictureInLetter, publicUrl: string) =>
  h('img', { src: `${publicUrl}${path}`, alt, width: 88, height: 110, style: thumbnailLook });

/** A photo across the letter. Programs without pictures show the alt text. */
export const photograph = (path: string, alt: string, publicUrl: string): ReactElement =>
  h(
    Section,
    { style: { margin: '0 0 20px' } },
    h('img', { src: `${publicUrl}${path}`, alt, width: 480, style: photographLook }),
  );

/** The gift note as it is printed: a card of its own, in italics. */
export function giftCard(heading: string, note: string): ReactElement {
  return h(
    Section,
    { style: { margin: '0 0 24px' } },
    h(Text, { className: 'soft', style: { ...small, margin: '0 0 8px' } }, heading),
    h(
      Section,
      { style: cardLook },
      h(
        'tr',
        null,
        h(
          'td',
          null,
          ...note.split('\n').map((words, place) => h(Text, { key: place, style: hand }, dropDirectionMarks(words))),
        ),
      ),
    ),
  );
}

/** Where questions go, with what we need to know. */
export function contact(orderId: number, question = 'A question, or something to change?'): ReactElement {
  const words = [`${question} Write to `, h(ShopEmailLink, { key: 'link' }), ` and name order ${orderId}.`];
  return h(Text, { className: 'ink', style: text }, ...words);
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
    h(Text, { className: 'soft', style: { ...small, margin: '20px 0 0' } }, 'The link in full:'),
    h(
      Text,
      { className: 'soft', style: { ...small, margin: '0' } },
      h(Link, { href: link, style: address, target: '_blank' }, link),
    ),
  );
}

/**
 * Paper, wordmark and small print around a letter. Tables and inline styles, because mail programs know little else.
 */
export function letterFrame(
  { preview, heading, parts, because }: WrittenLetter,
  { isDemo, seller }: { isDemo: boolean; seller: ShopDetails },
): ReactElement {
  const page = h(
    Html,
    { lang: 'en-GB' },
    h(Head, null, h('title', null, heading), h('style', null, DARK)),
    h(
      Body,
      { className: 'paper', style: { margin: 0, padding: '24px 0', backgroundColor: COLOUR.paper } },
      h(Preview, null, preview),
      h(
        Container,
        { style: { width: '100%', maxWidth: '560px', padding: '0 16px' } },
        ...(isDemo ? [h(Text, { key: 'demo', style: demonstration }, DEMONSTRATION)] : []),
        h(Text, { className: 'ink', style: wordmark }, SHOP.name),
        h(
          Section,
          { className: 'card', style: card },
          h(Heading, { as: 'h1', className: 'ink', style: title }, heading),
          ...parts,
        ),
        h(Text, { className: 'soft', style: { ...small, margin: '24px 4px 0' } }, because),
        h(Text, { className: 'soft', style: { ...small, margin: '8px 4px 0' } }, describeSeller(seller)),
      ),
    ),
  );
  return h(Seller.Provider, { value: seller }, page);
}

/** Who sells, in one line. */
function describeSeller({ legalName, street, city, postcode, phone, companyNumber, vatNumber }: ShopDetails): string {
  const facts = [
    `${legalName}, ${street}, ${city} ${postcode}`,
    ...(phone ? [`Telephone ${phone}`] : []),
    ...(companyNumber ? [`Company number ${companyNumber}`] : []),
    ...(vatNumber ? [`VAT number ${vatNumber}`] : []),
  ];
  return facts.join('. ');
}

const codeLook = {
  ...text,
  margin: '8px 0 20px',
  fontSize: '34px',
  lineHeight: '42px',
  fontWeight: 600,
  letterSpacing: '3px',
  fontVariantNumeric: 'tabular-nums',
};
const line = { ...text, margin: '0' };
const thumbnailCell = { width: '104px', verticalAlign: 'middle' } as const;
const thumbnailLook = {
  display: 'block',
  width: '88px',
  height: '110px',
  objectFit: 'cover',
  borderRadius: '3px',
} as const;
const photographLook = { display: 'block', width: '100%', maxWidth: '480px', borderRadius: '3px' } as const;
/** The card stays light in dark mode, as paper does. */
const cardLook = { backgroundColor: '#fffdf8', border: `1px solid ${COLOUR.line}`, padding: '20px 24px' };
const hand = {
  margin: '0',
  minHeight: '28px',
  fontFamily: SERIF,
  fontStyle: 'italic',
  fontSize: '18px',
  lineHeight: '28px',
  color: COLOUR.leaf900,
  textAlign: 'center',
  whiteSpace: 'pre-wrap',
} as const;
const demonstration = {
  ...text,
  padding: '10px 16px',
  backgroundColor: COLOUR.marigold,
  fontWeight: 600,
  textAlign: 'center',
} as const;
const wordmark = {
  margin: '8px 4px 20px',
  fontFamily: SERIF,
  fontSize: '24px',
  lineHeight: '30px',
  fontWeight: 500,
  color: COLOUR.leaf900,
};
const card = {
  backgroundColor: COLOUR.lift,
  border: `1px solid ${COLOUR.line}`,
  borderTop: `3px solid ${COLOUR.marigold}`,
  borderRadius: '3px',
  padding: '32px 24px 16px',
};
const title = {
  margin: '0 0 20px',
  fontFamily: SERIF,
  fontSize: '30px',
  lineHeight: '36px',
  fontWeight: 400,
  letterSpacing: '-0.3px',
  color: COLOUR.leaf900,
};
