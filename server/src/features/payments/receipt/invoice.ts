import { PathId } from '#contract/ids.ts';
import type { CartRow } from '#server/features/orders/cart/table.ts';

/** The same in every installation of this shop; the id after it says which one. */
const PREFIX = 'MARIGOLD-';
const WITH_INSTALLATION = /^MARIGOLD-([a-z][0-9a-f]{11})-(\d{1,10})-[0-9a-z]+(?:-r\d+)?$/;
/** As invoices were numbered before installations had ids. */
const WITHOUT_INSTALLATION = /^MARIGOLD-(\d{1,10})-[0-9a-z]+(?:-r\d+)?$/;

/** Which installation an invoice is of. One that is unmarked may be of any. */
export type Origin = 'ours' | 'unmarked' | 'elsewhere';
export type Invoice = { origin: Origin; installation: string | undefined; orderId: number };

/**
 * The number that a buyer finds on their statement: the same for every payment of an order, so that PayPal too refuses
 * a second one. The installation tells apart shops that share a PayPal account; the time of the order tells apart shops
 * without an installation id, which all count orders from one. After a refund an order may be paid for again.
 */
export function invoiceOf(
  { id, createdAt }: Pick<CartRow, 'id' | 'createdAt'>,
  installation: string | undefined,
  refunds: number,
): string {
  const time = Math.floor(createdAt.getTime() / 1000).toString(36);
  const shop = installation === undefined ? '' : `${installation}-`;
  return `${PREFIX}${shop}${id}-${time}${refunds > 0 ? `-r${refunds}` : ''}`;
}

export const lacksInstallation = (invoice: string): boolean => WITHOUT_INSTALLATION.test(invoice);

/** Reads an invoice number; undefined if no shop of this kind wrote it. */
export function readInvoice(invoice: string | undefined, ourInstallation: string): Invoice | undefined {
  const [, idAlone] = WITHOUT_INSTALLATION.exec(invoice ?? '') ?? [];
  const [, installation, idWithInstallation] = WITH_INSTALLATION.exec(invoice ?? '') ?? [];
  const { data: orderId } = PathId.safeParse(idAlone ?? idWithInstallation);
  if (orderId === undefined) return undefined;
  if (installation === undefined) return { origin: 'unmarked', installation, orderId };
  return { origin: installation === ourInstallation ? 'ours' : 'elsewhere', installation, orderId };
}
