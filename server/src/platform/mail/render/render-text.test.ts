import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SHOP } from '#contract/shop.ts';
import { parseStored } from '#server/platform/parse-stored.ts';
import { Letter } from '../letter.ts';
import type { LetterContents, Part } from './letter-parts.ts';
import * as parts from './letter-parts.ts';
import { renderLetter } from './render-letter.ts';
import { renderText } from './render-text.ts';

const CONTENTS = { subject: '', preview: 'Shown by lists', heading: 'A heading', because: 'Because you asked.' };
const render = (...written: LetterContents['parts']) =>
  renderText({ ...CONTENTS, parts: written }, { isDemo: false, seller: SHOP });
const LINK = 'https://shop.example/history/7?with=one&more=two';
const picture = { path: '/pictures/a-rose.jpg', alt: 'A rose' };

test.each<[string, Part, string]>([
  ['a paragraph', 'Hello <Ada> & all,', 'Hello <Ada> & all,'],
  ['a question', parts.contact('us@shop.example', 7), 'A question? Write to us@shop.example and name order 7.'],
  ['a link', parts.textLink('Stop this', LINK), `Stop this:\n${LINK}`],
  ['a button', parts.button('See your order', LINK), `See your order:\n${LINK}`],
  ['a link after a sentence', parts.toChange('You can.', LINK), `You can.\nChange or cancel this order:\n${LINK}`],
  ['lines', parts.lines('Delivering to', ['Nell', 'London']), 'Delivering to\nNell\nLondon'],
  ['a link that is its own words', parts.lines('Share', [parts.textLink(LINK, LINK)]), `Share\n${LINK}`],
  ['bouquets', parts.pictured('Order 7', [{ words: '2 × Tearoom', picture }]), 'Order 7\n2 × Tearoom'],
  ['a photograph', parts.photograph('/api/photo/a-key/', 'White rose'), '[White rose]'],
  ['a gift card', parts.giftCard('The card', 'With love\n\nfrom us'), 'The card\nWith love\n\nfrom us'],
  ['a code', parts.code('012 345'), '012 345'],
])('%s is written as a reader of plain text expects it', (_, part, text) => {
  expect(render(part)).toContain(`\n\n${text}\n\n`);
});

test('begins with the shop and the heading, and ends with why it came and from whom', () => {
  const seller = { ...SHOP, legalName: 'Hill & Daughter', companyNumber: '123', vatNumber: '' };
  const letter = { ...CONTENTS, parts: ['One.', null, 'Two.'] };
  expect(renderText(letter, { isDemo: true, seller }).split('\n\n')).toEqual([
    'This is a demonstration: no money moves and no flowers are sent.',
    'Marigold Lane',
    'A heading',
    'One.',
    'Two.',
    'Because you asked.',
    'Hill & Daughter, Unit 4, Marigold Lane, London E8 3QX. Company number 123',
  ]);
});

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };
const toText = (markup: string): string => markup.replaceAll(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity).trim();
/** What a reader of the HTML sees, piece by piece. */
const listSeen = (html: string): string[] =>
  html
    .replaceAll(/<(style|title)>[\s\S]*?<\/\1>|<!--[\s\S]*?-->|<div style="display:none[\s\S]*?<\/div>/g, '')
    .split(/<[^>]*>/)
    .map(toText)
    .filter((words) => words !== '' && words !== 'The link in full:');
const listAll = (html: string, attribute: RegExp): string[] =>
  [...html.matchAll(attribute)].map(([, value = '']) => toText(value));

/** One of every kind and version. */
const ROWS = new URL('../../../testing/stored-rows/letters.json', import.meta.url);
const stored: { version: string; letter: { kind: string } }[] = JSON.parse(readFileSync(ROWS, 'utf8'));

test.each(stored)('$letter.kind of $version says as text what it says as HTML, and nothing else', ({ letter }) => {
  const parsed = parseStored(Letter, 'The letter', letter);
  const { html, text } = renderLetter(parsed, { publicUrl: 'https://shop.example', isDemo: true });
  const seen = listSeen(html);
  const links = listAll(html, /href="(https:[^"]*)"/g);
  expect(seen.length).toBeGreaterThan(4);
  for (const words of [...seen, ...links]) expect(text).toContain(words);
  const photographs = listAll(html, /alt="([^"]*)" width="480"/g).map((alt) => `[${alt}]`);
  const all = [...seen, ...links, ...photographs].join(' ');
  for (const line of text.split('\n')) expect(all).toContain(line.trim().replace(/:$/, ''));
});
