import { dropDirectionMarks } from '#contract/invisible.ts';
import { DEMONSTRATION, SHOP, type ShopDetails } from '#contract/shop.ts';
import { describeSeller, type LetterContents, type Link, listParts, type Part, type Words } from './letter-parts.ts';

/** The letter as plain text: its parts with an empty line between, each link on a line of its own. */
export function renderText(
  letter: LetterContents,
  { isDemo, seller }: { isDemo: boolean; seller: ShopDetails },
): string {
  const parts = listParts(letter).map(writePart);
  const all = [isDemo && DEMONSTRATION, SHOP.name, letter.heading, ...parts, letter.because, describeSeller(seller)];
  return dropDirectionMarks(all.filter(Boolean).join('\n\n'));
}

function writePart(part: Part): string {
  if (typeof part === 'string' || Array.isArray(part)) return writeWords(part);
  switch (part.kind) {
    case 'lines':
      return [part.heading, ...part.lines.map(writeWords)].join('\n');
    case 'pictured':
      return [part.heading, ...part.items.map(({ words }) => writeWords(words))].join('\n');
    case 'photograph':
      return `[${part.alt}]`;
    case 'gift card':
      return `${part.heading}\n${part.note}`;
    case 'code':
      return part.digits;
    case 'button':
      return writeLink({ words: part.label, link: part.link });
  }
}

const writeWords = (words: Words): string =>
  [words]
    .flat()
    .map((piece) => (typeof piece === 'string' ? piece : writeLink(piece)))
    .join('');

/** What is its own address, or somebody's, needs no other. */
const writeLink = ({ words, link }: Link): string =>
  link === words || link === `mailto:${words}` ? words : `${words}:\n${link}`;
