import type { PictureInLetter } from '../order-in-letter.ts';
import { type Html, html, joinHtml } from './html.ts';
import type { Link, Part, PicturedItem, Words } from './letter-parts.ts';
import { COLOUR, GIFT_CARD, SANS, SERIF, SMALL, TEXT } from './theme.ts';

/** A part of a letter. Where a program shows no pictures, their words stand in their place. */
export function drawPart(part: Part, publicUrl: string): Html {
  if (typeof part === 'string' || Array.isArray(part)) return drawParagraph(drawWords(part), 'margin:0 0 16px');
  switch (part.kind) {
    case 'lines': {
      const lines = joinHtml(part.lines.map(drawWords), '<br>');
      return html`${drawHeading(part.heading, 4)}${drawParagraph(lines, 'margin:0 0 20px;white-space:pre-wrap')}`;
    }
    case 'pictured': {
      const rows = joinHtml(part.items.map((item) => drawItem(item, publicUrl)));
      return html`${drawHeading(part.heading, 8)}${drawTable(rows, 'margin:0 0 20px')}`;
    }
    case 'photograph':
      return html`<p style="margin:0 0 20px">${drawPicture(part, publicUrl, html`width="480"`, PHOTOGRAPH)}</p>`;
    case 'gift card': {
      const note = html`<p class="hand" style="${HAND}">${drawText(part.note)}</p>`;
      const card = drawTable(html`<tr><td class="note" style="${CARD}">${note}</td></tr>`, 'margin:0 0 24px');
      return html`${drawHeading(part.heading, 8)}${card}`;
    }
    case 'code':
      return html`<p class="ink" style="${DIGITS}">${part.digits}</p>`;
    case 'button':
      return drawButton(part.label, part.link);
  }
}

/** Mail programs lay out tables best. */
export const drawTable = (rows: Html, style = 'width:100%'): Html =>
  html`<table role="presentation" width="100%" border="0" cellpadding="0" cellspacing="0" style="${style}">${rows}</table>`;

const drawHeading = (words: string, below: number) =>
  html`<p class="soft" style="${SMALL};margin:0 0 ${below}px">${words}</p>`;

const drawParagraph = (words: Html, style: string) => html`<p class="ink" style="${TEXT};${style}">${words}</p>`;

const drawText = (text: string) =>
  joinHtml(
    text.split('\n').map((line) => html`${line}`),
    '<br>',
  );

const drawLink = ({ words, link }: Link) => html`<a href="${link}" style="${LINK}">${words}</a>`;

const drawWords = (words: Words): Html =>
  joinHtml([words].flat().map((piece) => (typeof piece === 'string' ? drawText(piece) : drawLink(piece))));

function drawItem({ words, picture }: PicturedItem, publicUrl: string): Html {
  const text = drawParagraph(drawWords(words), 'margin:0');
  if (!picture) return html`<tr><td colspan="2" style="padding:0 0 8px">${text}</td></tr>`;
  const drawn = drawPicture(picture, publicUrl, html`width="88" height="110"`, THUMBNAIL);
  return html`<tr><td width="104" style="width:104px;padding:0 0 8px">${drawn}</td><td style="padding:0 0 8px">${text}</td></tr>`;
}

const drawPicture = ({ path, alt }: PictureInLetter, publicUrl: string, size: Html, style: string) =>
  html`<img src="${publicUrl}${path}" alt="${alt}" ${size} class="ink" style="${PICTURE};${style}">`;

/** Outlook makes room around the words of a table's cell, not of a link. The link in full is for programs in which none works. */
function drawButton(label: string, link: string): Html {
  const pressed = html`<a href="${link}" style="${BUTTON}">${label}</a>`;
  return html`<table role="presentation" border="0" cellpadding="0" cellspacing="0" style="margin:8px 0 20px"><tr><td class="button" style="${BUTTON_CELL}">${pressed}</td></tr></table><p class="soft" style="${SMALL};margin:0 0 24px">The link in full:<br><a href="${link}" style="${LINK};word-break:break-all">${link}</a></p>`;
}

const LINK = `color:${COLOUR.leaf700};text-decoration:underline`;
const DIGITS = `${TEXT};margin:8px 0 20px;font-size:34px;line-height:42px;font-weight:600;letter-spacing:3px;font-variant-numeric:tabular-nums`;
/** The words of a picture that is not loaded are drawn in its colour. */
const PICTURE = `display:block;border-radius:3px;font-family:${SANS};font-size:14px;color:${COLOUR.leaf900}`;
const THUMBNAIL = 'width:88px;height:110px;object-fit:cover';
const PHOTOGRAPH = 'width:100%;max-width:480px';
const CARD = `background-color:${GIFT_CARD.paper};border:1px solid ${COLOUR.line};padding:20px 24px`;
const HAND = `margin:0;font-family:${SERIF};font-style:italic;font-size:18px;line-height:28px;color:${GIFT_CARD.ink};text-align:center;white-space:pre-wrap`;
const BUTTON_CELL = `background-color:${COLOUR.leaf700};border-radius:999px;mso-padding-alt:16px 30px`;
const BUTTON = `display:inline-block;padding:16px 30px;color:${COLOUR.lift};font-family:${SANS};font-size:16px;line-height:19px;font-weight:600;text-align:center;text-decoration:none`;
