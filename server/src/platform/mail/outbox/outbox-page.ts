import type { Address, Email } from 'postal-mime';
import { formatMoment } from '#contract/moments.ts';
import { escapeHtml } from '../render/html.ts';
import { COLOUR, SANS, SERIF } from '../render/theme.ts';
import type { OutboxLetter } from './outbox-files.ts';
import { outboxPath } from './outbox-link.ts';

const STYLE = `
*{box-sizing:border-box}
body{margin:0;background:${COLOUR.paper};color:${COLOUR.leaf900};font:1rem/1.6 ${SANS};overflow-wrap:anywhere}
main{max-width:46rem;margin:0 auto;padding:2rem 1.25rem 4rem}
h1,h2{font-family:${SERIF};font-weight:400;line-height:1.14;letter-spacing:-.01em;margin:0}
h1{font-size:clamp(2rem,1.6rem + 2vw,2.75rem)} h2{font-size:1.4375rem;margin:2.5rem 0 .75rem}
p{margin:.75rem 0} .soft{color:${COLOUR.inkSoft}}
a{color:${COLOUR.leaf700};text-decoration-color:${COLOUR.marigold};text-decoration-thickness:2px;text-underline-offset:.2em}
a:focus-visible,iframe:focus-visible,summary:focus-visible,pre:focus-visible{outline:2px solid ${COLOUR.leaf700};outline-offset:3px}
ul{list-style:none;margin:2rem 0 0;padding:0;border-top:1px solid ${COLOUR.line}}
li{border-bottom:1px solid ${COLOUR.line}} li a,li>span{display:block;min-height:2.75rem;padding:1rem 0;text-decoration:none}
li a:hover strong{text-decoration:underline 2px ${COLOUR.marigold};text-underline-offset:.2em}
strong{display:block;font-weight:600} li small{font-size:.9375rem;color:${COLOUR.inkSoft}}
iframe{display:block;width:100%;height:46rem;margin-top:2rem;border:1px solid ${COLOUR.line};border-radius:3px;background:${COLOUR.paper}}
pre{margin:0;padding:1.25rem;border:1px solid ${COLOUR.line};border-radius:3px;background:${COLOUR.lift};font:.9375rem/1.5 ui-monospace,Menlo,Consolas,monospace;white-space:pre-wrap}
dl{margin:1.25rem 0 0;display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem} dt{color:${COLOUR.inkSoft}} dd{margin:0}
summary{cursor:pointer;min-height:2.75rem;padding:.5rem 0;margin-top:1.5rem}
@media (max-width:30rem){dl{grid-template-columns:1fr} dd{margin-bottom:.5rem} iframe{height:58rem}}`;

const page = (title: string, contents: string): string =>
  `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)} · Outbox · Marigold Lane</title><style>${STYLE}</style></head><body><main>${contents}</main></body></html>`;

function toMoment({ date }: Email): string {
  const moment = new Date(date ?? '');
  return Number.isNaN(moment.getTime()) ? '' : formatMoment(moment);
}

const toMailbox = ({ name, address = '' }: Address): string => (name ? `${name} <${address}>` : address);
const toMailboxes = (list: Address[] = []): string => list.map(toMailbox).join(', ');

const wayBack = (key: string): string => `<p><a href="${outboxPath(key)}">All letters</a></p>`;

/** All letters that were pretended, the newest first. */
export function listPage({ letters, total }: { letters: OutboxLetter[]; total: number }, key: string): string {
  const items = letters.map(({ id, email }) =>
    email
      ? `<li><a href="${outboxPath(key, id)}"><strong>${escapeHtml(email.subject ?? '')}</strong><small>To ${escapeHtml(toMailboxes(email.to))}, ${toMoment(email)}</small></a></li>`
      : `<li><span><strong>A letter that cannot be read</strong><small>Its file is damaged: ${id}</small></span></li>`,
  );
  const older = total - letters.length;
  const list =
    items.length > 0
      ? `<ul>${items.join('')}</ul>${older > 0 ? `<p class="soft">${older} older in the folder outbox.</p>` : ''}`
      : '<p>Nothing in here yet. Open an account in the shop, and its first letter lands here.</p>';
  return page(
    'Letters',
    `<h1>Outbox</h1><p class="soft">Mail is pretended: no SMTP_URL is set, so letters stay on this machine. Only who has the link to this page can see them; keep it to yourself. Their links work.</p>${list}<p><a href="/">To the shop</a></p>`,
  );
}

/**
 * One letter as its reader would see it, and as it travels. The frame may follow a link when someone presses it, no
 * more.
 */
export function letterPage(email: Email, key: string): string {
  const { subject = '', html = '', text = '', headers } = email;
  const framed = html.replace('<head>', '<head><base target="_top">');
  const facts = { To: toMailboxes(email.to), From: email.from ? toMailbox(email.from) : '', Sent: toMoment(email) };
  const rows = Object.entries(facts).map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`);
  const raw = headers.map(({ originalKey, value }) => `${originalKey}: ${value}`).join('\n');
  return page(
    subject,
    `${wayBack(key)}<h1>${escapeHtml(subject)}</h1><dl>${rows.join('')}</dl>
<iframe title="The letter" sandbox="allow-top-navigation-by-user-activation" srcdoc="${escapeHtml(framed)}"></iframe>
<h2>As plain text</h2><pre tabindex="0">${escapeHtml(text)}</pre>
<details><summary>Headers</summary><pre tabindex="0">${escapeHtml(raw)}</pre></details>`,
  );
}

/** Instead of a letter: its file is damaged, or there is none. */
export const noLetterPage = (isDamaged: boolean, key: string): string =>
  page(
    'No letter',
    `${wayBack(key)}<h1>${isDamaged ? 'This letter cannot be read.' : 'There is no such letter.'}</h1><p>${isDamaged ? 'Its file in the outbox is damaged. The others are not affected.' : 'It may have been removed from the folder outbox.'}</p>`,
  );
