import { expect, test } from 'vitest';
import { html, joinHtml } from './html.ts';

const HOSTILE = '"><script>alert(1)</script>&amp;';

test('what is put in is text, between tags and in attributes', () => {
  const { markup } = html`<a href="${HOSTILE}">${HOSTILE}</a>`;
  const escaped = '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;';
  expect(markup).toBe(`<a href="${escaped}">${escaped}</a>`);
});

test('markup inside of markup stays markup, and nothing typed becomes any', () => {
  const lines = ['With <b>', 'love'].map((line) => html`<i>${line}</i>`);
  expect(html`<p>${joinHtml(lines, '<br>')}</p>`.markup).toBe('<p><i>With &lt;b&gt;</i><br><i>love</i></p>');
  const forged = { markup: '<script>' } as unknown as string;
  expect(html`${forged}`.markup).not.toContain('<script>');
});

test('a backslash is itself, and direction marks are dropped', () => {
  expect(html`C:\new ${'a\\n\u202eb'}`.markup).toBe('C:\\new a\\nb');
});
