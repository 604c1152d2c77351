import { requirePence, toAmount } from '../money.ts';
import { readContext } from '../orders/order-rules.ts';
import { EMAIL } from '../pretended-people.ts';
import type { StandIn } from '../stand-in.ts';
import type { Address, PurchaseUnit } from '../store/records.ts';

/** Escaped for HTML. */
const safe = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

const pounds = (value: string) => `£${safe(value)}`;

function layOut(title: string, body: string, data: Record<string, string> = {}): string {
  const attributes = Object.entries(data).map(([name, value]) => ` data-${name}="${safe(value)}"`);
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${safe(title)} · Pretended PayPal</title>
<link rel="stylesheet" href="checkoutnow/page.css">
<link rel="icon" href="data:,">
<script src="checkoutnow/page.js" defer></script>
</head>
<body${attributes.join('')}>
<header><p>Pretended PayPal — no money moves</p></header>
<main>
${body}
</main>
</body>
</html>
`;
}

/** GET /checkoutnow?token=ID: where a buyer chooses how to pay, has a card declined, or cancels. */
export function makeApprovalPage({ store }: StandIn, query: URLSearchParams): { status: number; html: string } {
  const order = store.tables.orders.get(query.get('token') ?? '');
  const data = { page: requireOwnPath(query.get('page') ?? '') };
  if (!order) return { status: 404, html: makeEnd('There is no such order here', 'Nothing was taken.', data) };

  const { brand_name = 'the shop', return_url = '', cancel_url = '', user_action } = readContext(order.request);
  const known = { ...data, token: order.id, return: return_url, cancel: cancel_url };
  if (order.status === 'COMPLETED') {
    return { status: 200, html: makeEnd('This order is paid', 'There is nothing more to do here.', known) };
  }
  if (order.expiresAt <= store.now()) {
    const told = 'Nothing was taken. Go back to the shop and try again.';
    return { status: 410, html: makeEnd('This order has run out of time', told, known) };
  }
  const byCard = query.get('fundingSource') === 'card';
  const action = user_action === 'PAY_NOW' ? 'Pay now' : 'Continue';
  const [unit] = order.request.purchase_units;
  const body = [
    `<h1>Pay ${safe(brand_name)}</h1>`,
    `<p class="total">${pounds(unit.amount.value)}</p>`,
    order.refuses
      ? '<p class="notice" role="alert">That card was declined and nothing was taken. Please choose another way to pay.</p>'
      : '',
    makeForm(byCard, action, brand_name),
    makeSummary(unit),
    makeAddress(unit),
  ];
  return { status: 200, html: layOut(`Pay ${brand_name}`, body.filter((part) => part !== '').join('\n'), known) };
}

const makeEnd = (heading: string, told: string, data: Record<string, string>) =>
  layOut(
    heading,
    `<h1>${heading}</h1>\n<p>${told}</p>\n<button type="button" id="back" disabled>Back to the shop</button>\n<p id="status" role="status"></p>`,
    { ...data, end: heading },
  );

function makeForm(byCard: boolean, action: string, shop: string): string {
  const radio = (value: string, label: string, hint: string, checked: boolean) => `<label class="choice">
<input type="radio" name="way" value="${value}"${checked ? ' checked' : ''}>
<span><strong>${label}</strong> <small>${hint}</small></span>
</label>`;
  const field = (label: string, value: string, extra = '') =>
    `<label>${label} <input type="text" value="${value}" readonly autocomplete="off"${extra}></label>`;
  return `<form id="pay">
<fieldset>
<legend>How would you like to pay?</legend>
${radio('paypal', 'PayPal balance', safe(EMAIL), !byCard)}
${radio('card', 'Debit or credit card', 'A test card that works', byCard)}
${radio('declined', 'Card is declined', 'A test card that the bank refuses', false)}
</fieldset>
<div id="card" class="card" hidden>
<p>These digits belong to no card. Please never type a real one here.</p>
${field('Card number', '4111 1111 1111 1111', ' inputmode="numeric"')}
<div class="pair">${field('Expires', '01/31')}${field('Security code', '123')}</div>
</div>
<button type="submit" class="primary" disabled>${action}</button>
<button type="button" id="cancel" disabled>Cancel and return to ${safe(shop)}</button>
<p id="status" role="status"></p>
<details>
<summary>Try a mishap</summary>
<button type="button" id="vanish" disabled>Approve, then lose this window</button>
<p>The shop's page is not told, as when the browser is closed at the wrong moment.</p>
</details>
</form>`;
}

/** What the total is made of besides the items. */
const PARTS = [
  ['shipping', 'Delivery', ''],
  ['handling', 'Handling', ''],
  ['insurance', 'Insurance', ''],
  ['tax_total', 'Tax', ''],
  ['shipping_discount', 'Discount on delivery', '−'],
  ['discount', 'Discount', '−'],
] as const;

function makeSummary({ items = [], amount }: PurchaseUnit): string {
  const lines = items.map(({ name, quantity, unit_amount }) => {
    const { value } = toAmount(requirePence(unit_amount.value) * Number(quantity));
    return `<li><span>${safe(quantity)} × ${safe(name)}</span> <span>${pounds(value)}</span></li>`;
  });
  for (const [name, words, sign] of PARTS) {
    const part = amount.breakdown?.[name];
    if (part && requirePence(part.value) > 0)
      lines.push(`<li><span>${words}</span> <span>${sign}${pounds(part.value)}</span></li>`);
  }
  lines.push(`<li class="sum"><span>Total</span> <span>${pounds(amount.value)}</span></li>`);
  return `<section aria-labelledby="order"><h2 id="order">Your order</h2>\n<ul>\n${lines.join('\n')}\n</ul></section>`;
}

function makeAddress({ shipping }: PurchaseUnit): string {
  if (!shipping?.address) return '';
  const { address_line_1, address_line_2, admin_area_2, admin_area_1, postal_code }: Address = shipping.address;
  const lines = [shipping.name?.full_name, address_line_1, address_line_2, admin_area_2, admin_area_1, postal_code];
  const shown = lines.filter((line) => line !== undefined && line !== '').map((line) => safe(line ?? ''));
  return `<section aria-labelledby="to"><h2 id="to">Deliver to</h2>\n<address>${shown.join('<br>')}</address></section>`;
}

/** The path to return to, if it is on the origin that shows this page: the stand-in redirects nowhere else. */
function requireOwnPath(page: string): string {
  const here = 'http://here';
  if (!page.startsWith('/') || !URL.canParse(page, here)) return '';
  const { origin, pathname, search } = new URL(page, here);
  return origin === here && !pathname.startsWith('//') ? pathname + search : '';
}
