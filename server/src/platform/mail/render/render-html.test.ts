import { describe, expect, test } from 'vitest';
import { SHOP } from '#contract/shop.ts';
import type { LetterContents, Part } from './letter-parts.ts';
import * as parts from './letter-parts.ts';
import { renderHtml } from './render-html.ts';

const CONTENTS: LetterContents = {
  subject: 'A subject',
  preview: 'What a list of mail shows.',
  heading: 'A heading',
  parts: [],
  because: 'You got this letter because you asked.',
};
const SENDER = { publicUrl: 'https://shop.example', isDemo: false, seller: SHOP };
const render = (changes: Partial<LetterContents>, sender = {}) =>
  renderHtml({ ...CONTENTS, ...changes }, { ...SENDER, ...sender });
const draw = (...drawn: LetterContents['parts']) => render({ parts: drawn });

const HOSTILE = '"><img src=x onerror=alert(1)>';
const LINK = 'https://shop.example/history/7?with=one&more=two';

describe('nothing that was typed is markup', () => {
  test.each<[string, Part]>([
    ['a paragraph', HOSTILE],
    ['a link', parts.textLink(HOSTILE, HOSTILE)],
    ['lines', parts.lines(HOSTILE, [HOSTILE, parts.textLink(HOSTILE, HOSTILE)])],
    ['pictures', parts.pictured(HOSTILE, [{ words: HOSTILE, picture: { path: `/${HOSTILE}`, alt: HOSTILE } }])],
    ['a photograph', parts.photograph(`/${HOSTILE}`, HOSTILE)],
    ['a gift card', parts.giftCard(HOSTILE, HOSTILE)],
    ['a code', parts.code(HOSTILE)],
    ['a button', parts.button(HOSTILE, HOSTILE)],
  ])('in %s', (_, part) => {
    const html = draw(part);
    expect(html).not.toContain('<img src=x');
    expect(html).toContain('&quot;&gt;&lt;img src=x onerror=alert(1)&gt;');
  });

  test('in what stands around the parts', () => {
    const seller = { ...SHOP, legalName: HOSTILE };
    const html = render({ preview: HOSTILE, heading: HOSTILE, because: HOSTILE }, { seller });
    expect(html).not.toContain('<img');
    expect(html.split('&lt;img src=x').length - 1, 'title, preview, heading, why it came, who sells').toBe(5);
  });
});

test('a list of mail shows the preview, and nothing of the letter after it', () => {
  const [, hidden = ''] = /<div style="display:none[^"]*">([^<]*)<\/div>/.exec(draw()) ?? [];
  expect(hidden).toMatch(/^What a list of mail shows\.(?:&#160;&#8204;){100,}$/);
  expect(render({ preview: 'x'.repeat(400) })).toContain(`${'x'.repeat(400)}</div>`);
});

test('a button is a link with a ground of its own in Outlook too, and the link stands below it in full', () => {
  const html = draw(parts.button('See your order', LINK));
  const escaped = LINK.replace('&', '&amp;');
  expect(html).toMatch(/<td class="button" style="background-color:[^"]+mso-padding-alt:16px 30px">/);
  expect([...html.matchAll(/<a href="([^"]+)"[^>]*>([^<]+)<\/a>/g)].map(([, ...link]) => link)).toEqual([
    [escaped, 'See your order'],
    [escaped, escaped],
  ]);
});

test('a word that is wider than a phone is broken, wherever it stands', () => {
  const word = 'x'.repeat(200);
  const html = draw(
    word,
    parts.lines(word, [word]),
    parts.pictured(word, [{ words: word }]),
    parts.button('See', word),
  );
  for (const [paragraph] of html.matchAll(/<p [^>]*>(?:(?!<\/p>).)*x{200}/g))
    expect(paragraph).toMatch(/word-break:break-(?:word|all)/);
});

test('a new line in a text is one in the letter, and an empty one stays', () => {
  expect(draw(parts.giftCard('The card', 'With love\n\nfrom us'))).toContain('>With love<br><br>from us</p>');
  expect(draw(parts.lines('To', ['Nell', 'Flat 2']))).toContain('>Nell<br>Flat 2</p>');
});

test('pictures are at the address of the shop, have words and a size, and need none', () => {
  const picture = { path: '/pictures/a-rose.jpg', alt: 'A "rose"' };
  const html = draw(parts.pictured('Order 7', [{ words: 'Tearoom', picture }, { words: 'Rosy Parlour' }]));
  const [img, ...others] = html.match(/<img[^>]+>/g) ?? [];
  expect(others).toEqual([]);
  for (const words of ['src="https://shop.example/pictures/a-rose.jpg"', 'alt="A &quot;rose&quot;"', 'width="88"'])
    expect(img).toContain(words);
});

test('what a letter does not have leaves nothing behind', () => {
  expect(draw(null, undefined, false, '', 0)).toBe(draw());
});

test('every table is closed, and Outlook gets one of a fixed width', () => {
  const html = draw(
    parts.button('See', LINK),
    parts.giftCard('Card', 'Love'),
    parts.pictured('Order', [{ words: 'x' }]),
  );
  for (const tag of ['table', 'tr', 'td', 'p', 'a'])
    expect(html.match(new RegExp(`<${tag}[ >]`, 'g'))?.length, tag).toBe(
      html.match(new RegExp(`</${tag}>`, 'g'))?.length,
    );
  expect(html).toMatch(/<!--\[if mso\]><table[^>]* width="560"/);
});

test('only a demonstration says that it is one', () => {
  expect(render({}, { isDemo: true })).toContain('This is a demonstration');
  expect(render({})).not.toContain('demonstration');
});
