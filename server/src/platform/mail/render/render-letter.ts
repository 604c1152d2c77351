import { SHOP, type ShopDetails } from '#contract/shop.ts';
import { writeLetter } from '#server/letters.ts';
import type { Letter } from '../letter.ts';
import { renderHtml } from './render-html.ts';
import { renderText } from './render-text.ts';

/** Writes a letter out, as HTML and as plain text. Its pictures are at the shop's own address. */
export function renderLetter(
  letter: Letter,
  { publicUrl, isDemo = false, seller = SHOP }: { publicUrl: string; isDemo?: boolean; seller?: ShopDetails },
): { subject: string; html: string; text: string } {
  const written = writeLetter(letter, seller);
  const sender = { publicUrl, isDemo, seller };
  return { subject: written.subject, html: renderHtml(written, sender), text: renderText(written, sender) };
}
