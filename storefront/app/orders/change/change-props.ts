import type { Order } from '#contract/orders.ts';
import type { OrderChanges } from '#contract/own-orders.ts';
import type { OwnChanges } from './use-order-changes.ts';

/** The order and the offer are those that the page showed when the dialog was opened. */
export type ChangeProps = {
  order: Order;
  offer: OrderChanges;
  changes: OwnChanges;
  /** Leaves the order as it is. Does nothing while it is changed. */
  onClose: () => void;
  /** The shop has done it. */
  onDone: () => void;
};
