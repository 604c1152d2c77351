import type { Day } from '#contract/day.ts';
import { addDays } from '#contract/delivery.ts';
import { SHOP } from '#contract/shop.ts';
import type { Deps } from '#server/deps.ts';
import { NotFound } from '#server/errors.ts';
import type { Shopper } from '#server/features/accounts/sessions/access-token.ts';
import { requireOwnOrder } from '#server/features/orders/history/require-own-order.ts';
import { addressLines } from '#server/features/orders/letters/address-lines.ts';
import { recipientOf } from './read-stops.ts';

/** How many bytes a line of such a file may have (RFC 5545, 3.1). */
const LONGEST_LINE = 75;

/** The day of delivery as a file for calendars: the whole day, since no hour is promised. Fetched again, it replaces the entry. */
export async function writeCalendar(deps: Deps, shopper: Shopper, orderId: number): Promise<string> {
  const order = await requireOwnOrder(deps, shopper, orderId);
  if (order.status !== 'C' || order.stage === 'cancelled' || order.deliveryDate === null) throw new NotFound();
  const now = deps.clock.now();
  const where = addressLines(order.address, order.buyer ?? '', 'buyer').slice(1);
  const fields = [
    ['UID', `order-${order.id}@${new URL(deps.config.publicUrl).hostname}`],
    ['DTSTAMP', now.toISOString().replaceAll(/[-:]|\.\d+/g, '')],
    // Later files of the same order win. In minutes: seconds outgrow the 32 bits of calendars in 2038.
    ['SEQUENCE', String(Math.floor(now.getTime() / 60_000))],
    ['DTSTART;VALUE=DATE', compact(order.deliveryDate)],
    ['DTEND;VALUE=DATE', compact(addDays(order.deliveryDate, 1))],
    ['SUMMARY', escapeText(`Flowers for ${recipientOf(order)}`)],
    ['LOCATION', escapeText(where.filter((line) => line !== order.address?.phone).join(', '))],
    ['DESCRIPTION', escapeText(`Order ${order.id} at ${SHOP.name}: ${deps.config.publicUrl}/history/${order.id}`)],
    ['TRANSP', 'TRANSPARENT'],
  ];
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${SHOP.name}//Deliveries//EN`,
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    ...fields.map(([name, value]) => `${name}:${value}`),
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

const compact = (day: Day): string => day.replaceAll('-', '');

const escapeText = (text: string): string => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r?\n/g, '\\n');

/** Long lines go on on the next after a space; a sign of several bytes is never cut. */
function fold(line: string): string {
  const rows = [''];
  for (const sign of line) {
    const row = `${rows.at(-1)}${sign}`;
    if (Buffer.byteLength(row) > LONGEST_LINE) rows.push(` ${sign}`);
    else rows[rows.length - 1] = row;
  }
  return rows.join('\r\n');
}
