import { Body } from '@react-email/body';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Html } from '@react-email/html';
import { Preview } from '@react-email/preview';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import { createElement as h, type ReactElement } from 'react';
import { DEMONSTRATION, SHOP, type ShopDetails } from '#contract/shop.ts';
import { Seller, type WrittenLetter } from './letter-parts.ts';
import { COLOUR, GIFT_CARD, SERIF, SMALL, TEXT } from './theme.ts';

/**
 * For mail programs with a dark mode; others turn the colours round themselves, those of paper and words together: so every part
 * that has a colour says it itself. The gift card stays light, as paper does. Free of < > & and quotes.
 */
const DARK = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .paper, .paper td { background-color: ${COLOUR.leaf900} !important; }
  .paper .card, .paper .card td { background-color: #203a29 !important; }
  .ink, .ink a { color: ${COLOUR.lift} !important; }
  .soft, .soft a { color: ${COLOUR.onLeafSoft} !important; }
  .button { background-color: ${COLOUR.marigold} !important; color: ${COLOUR.leaf900} !important; }
  .paper .card .note, .paper .card .note td { background-color: ${GIFT_CARD.paper} !important; }
  .note .hand { color: ${GIFT_CARD.ink} !important; }
}`;

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
    h(
      Head,
      null,
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('title', null, heading),
      h('style', null, DARK),
    ),
    h(
      Body,
      { className: 'paper', style: { margin: 0, padding: '24px 0', backgroundColor: COLOUR.paper } },
      h(Preview, null, preview),
      h(
        Container,
        { style: { width: '100%', maxWidth: '560px', padding: '0 16px' } },
        ...(isDemo ? [h(Text, { key: 'demo', className: 'ink', style: demonstration }, DEMONSTRATION)] : []),
        h(Text, { className: 'ink', style: wordmark }, SHOP.name),
        h(
          Section,
          { className: 'card', style: card },
          h(Heading, { as: 'h1', className: 'ink', style: title }, heading),
          ...parts,
        ),
        h(Text, { className: 'soft', style: { ...SMALL, margin: '24px 4px 0' } }, because),
        h(Text, { className: 'soft', style: { ...SMALL, margin: '8px 4px 0' } }, describeSeller(seller)),
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

/** A frame, no ground: marigold stays where a mail program turns the words to light ones. */
const demonstration = {
  ...TEXT,
  padding: '10px 16px',
  border: `3px solid ${COLOUR.marigold}`,
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
