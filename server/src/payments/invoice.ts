import { PathId } from '#contract/ids.ts';
import type { OrderRow } from '../orders/table.ts';

/** Every shop of this kind writes it; the installation after it says which one. */
const PREFIX = 'MARIGOLD-';
const OF_AN_INSTALLATION = /^MARIGOLD-([a-z][0-9a-f]{11})-(\d{1,10})-[0-9a-z]+(?:-r\d+)?$/;
/** As they were written before installations had ids. */
const UNMARKED = /^MARIGOLD-(\d{1,10})-[0-9a-z]+(?:-r\d+)?$/;

/** Whose an invoice is. One that is unmarked may be any shop's. */
export type Origin = 'ours' | 'unmarked' | 'elsewhere';
export type Invoice = { origin: Origin; installation: string | undefined; orderId: number };

/**
 * The number that a buyer finds on their statement: the same for every payment of an order, so that the provider too lets it
 * be paid for once. The installation keeps shops apart that have one PayPal account; its time keeps apart orders of shops
 * that count from one. After a refund an order may be paid for again.
 */
export function invoiceOf({ id, createdAt }: OrderRow, installation: string | undefined, refunds: number): string {
  const time = Math.floor(createdAt.getTime() / 1000).toString(36);
  const shop = installation === undefined ? '' : `${installation}-`;
  return `${PREFIX}${shop}${id}-${time}${refunds > 0 ? `-r${refunds}` : ''}`;
}

export const isUnmarked = (invoice: string): boolean => UNMARKED.test(invoice);

/** What an invoice says of itself; nothing if no shop of this kind wrote it. */
export function readInvoice(invoice: string | undefined, ourInstallation: string): Invoice | undefined {
  const [, unmarkedId] = UNMARKED.exec(invoice ?? '') ?? [];
  const [, installation, markedId] = OF_AN_INSTALLATION.exec(invoice ?? '') ?? [];
  const { data: orderId } = PathId.safeParse(unmarkedId ?? markedId);
  if (orderId === undefined) return undefined;
  if (installation === undefined) return { origin: 'unmarked', installation, orderId };
  return { origin: installation === ourInstallation ? 'ours' : 'elsewhere', installation, orderId };
}
