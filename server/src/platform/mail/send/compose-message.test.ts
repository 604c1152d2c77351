import { readFileSync } from 'node:fs';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { parseStored } from '#server/platform/parse-stored.ts';
import { Letter } from '../letter.ts';
import { renderLetter } from '../render/render-letter.ts';
import { composeMessage } from './compose-message.ts';

const SENDER = { mailFrom: 'Marigold Lane <hello@shop.example>', publicUrl: 'https://shop.example' };
/** One of every kind and version. */
const ROWS = new URL('../../../testing/stored-rows/letters.json', import.meta.url);
const stored: { version: string; letter: { kind: string } }[] = JSON.parse(readFileSync(ROWS, 'utf8'));

test.each(stored)('$letter.kind of $version arrives as it was written, in short lines', async ({ letter }) => {
  const parsed = parseStored(Letter, 'The letter', letter);
  const written = renderLetter(parsed, { publicUrl: 'https://shop.example' });
  const outgoing = { id: 'an-id', kind: parsed.kind, to: 'ada@example.org', writtenAt: new Date(0), ...written };
  const message = await composeMessage(SENDER, outgoing);
  const arrived = await PostalMime.parse(message);
  expect(arrived.text?.trimEnd()).toBe(written.text);
  expect(arrived.html?.trimEnd()).toBe(written.html);
  const [plain = '', html = ''] = message
    .toString()
    .split(/^Content-Type: text\//m)
    .slice(1);
  expect(plain).toMatch(/^plain; charset=utf-8; format=flowed\r?\n/);
  expect(html).toMatch(/^html; charset=utf-8\r?\n/);
  const unjoined = await PostalMime.parse(message.toString().replace('; format=flowed', ''));
  for (const line of unjoined.text?.split(/\r?\n/) ?? []) expect(line.length).toBeLessThanOrEqual(78);
});
