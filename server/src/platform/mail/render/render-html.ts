import { DEMONSTRATION, SHOP, type ShopDetails } from '#contract/shop.ts';
import { drawPart, drawTable } from './draw-part.ts';
import { html, joinHtml } from './html.ts';
import { describeSeller, type LetterContents, listParts } from './letter-parts.ts';
import { COLOUR, GIFT_CARD, SERIF, SMALL, TEXT } from './theme.ts';

/**
 * For mail programs with a dark mode; others turn the colours round themselves, those of paper and words together: so every part
 * that has a colour says it itself. The gift card stays light, as paper does. Free of < > & and quotes.
 */
const DARK = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .paper { background-color: ${COLOUR.leaf900} !important; }
  .card { background-color: #203a29 !important; }
  .note { background-color: ${GIFT_CARD.paper} !important; }
  .ink, .ink a { color: ${COLOUR.lift} !important; }
  .soft, .soft a { color: ${COLOUR.onLeafSoft} !important; }
  .hand { color: ${GIFT_CARD.ink} !important; }
  .button { background-color: ${COLOUR.marigold} !important; }
  .button a { color: ${COLOUR.leaf900} !important; }
}`;

/** As much as a list of mail may show: else it goes on with the words of the letter. */
const PREVIEW_LENGTH = 150;

type Sender = { publicUrl: string; isDemo: boolean; seller: ShopDetails };

/**
 * Paper, wordmark and small print around the parts of a letter. Tables, and styles at each part, because mail programs know little
 * else; Outlook knows no greatest width, and gets a table of that width.
 */
export function renderHtml(letter: LetterContents, { publicUrl, isDemo, seller }: Sender): string {
  const { preview, heading, because } = letter;
  const parts = joinHtml(listParts(letter).map((part) => drawPart(part, publicUrl)));
  const title = html`<h1 class="ink" style="${TITLE}">${heading}</h1>`;
  const card = drawTable(html`<tr><td class="card" style="${CARD}">${title}${parts}</td></tr>`);
  const demonstration = isDemo ? html`<p class="ink" style="${DEMONSTRATION_FRAME}">${DEMONSTRATION}</p>` : '';
  const column = html`${demonstration}<p class="ink" style="${WORDMARK}">${SHOP.name}</p>
${card}
<p class="soft" style="${SMALL};margin:24px 4px 0">${because}</p>
<p class="soft" style="${SMALL};margin:8px 4px 0">${describeSeller(seller)}</p>`;
  const page = html`<!--[if mso]><table role="presentation" width="560" border="0" cellpadding="0" cellspacing="0"><tr><td><![endif]-->
${drawTable(html`<tr><td align="left" style="padding:0 16px">${column}</td></tr>`, 'max-width:560px;margin:0 auto')}
<!--[if mso]></td></tr></table><![endif]-->`;
  const paper = drawTable(html`<tr><td class="paper" align="center" style="${PAPER};padding:24px 0">${page}</td></tr>`);
  const filler = joinHtml(Array(Math.max(0, PREVIEW_LENGTH - preview.length)).fill(html`&#160;&#8204;`));
  return html`<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html lang="en-GB" dir="ltr">
<head>
<meta http-equiv="Content-Type" content="text/html; charset=UTF-8">
<meta name="x-apple-disable-message-reformatting">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${heading}</title>
<style>${DARK}
</style>
</head>
<body class="paper" style="${PAPER};margin:0;padding:0">
<div style="display:none;max-height:0;overflow:hidden">${preview}${filler}</div>
${paper}
</body>
</html>`.markup;
}

const PAPER = `background-color:${COLOUR.paper}`;
/** A frame, no ground: marigold stays where a mail program turns the words to light ones. */
const DEMONSTRATION_FRAME = `${TEXT};margin:0 0 16px;padding:10px 16px;border:3px solid ${COLOUR.marigold};font-weight:600;text-align:center`;
const WORDMARK = `margin:8px 4px 20px;font-family:${SERIF};font-size:24px;line-height:30px;font-weight:500;color:${COLOUR.leaf900}`;
const CARD = `background-color:${COLOUR.lift};border:1px solid ${COLOUR.line};border-top:3px solid ${COLOUR.marigold};border-radius:3px;padding:32px 24px 16px`;
const TITLE = `margin:0 0 20px;font-family:${SERIF};font-size:30px;line-height:36px;font-weight:400;letter-spacing:-0.3px;color:${COLOUR.leaf900}`;
