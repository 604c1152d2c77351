import type { Address } from '#contract/addresses.ts';
import { toPence } from '#contract/money.ts';
import type { Order } from '#contract/orders.ts';
import type { Reminder } from '#contract/reminders.ts';
import type { Customer } from '../../rig/customer.ts';
import type { TestEnvironment } from '../test-environment.ts';
import type { Model } from './model.ts';

export type Person = {
  customer: Customer;
  provider: TestEnvironment['provider'];
  /** Where the letters are. */
  dataDir: string;
  bouquets: { id: number; pence: number }[];
  /** Days that can be chosen, none so near that the cut-off could take it away. */
  days: string[];
  /** Orders of which the shop said that they are paid. */
  paid: Set<number>;
};

export class Differs extends Error {}

export function same(what: string, is: unknown, should: unknown): void {
  const [left, right] = [JSON.stringify(is), JSON.stringify(should)];
  if (left !== right) throw new Differs(`${what} is ${left}, not ${right}`);
}

/** Compares what the shop shows a person with the model, to the penny. */
export async function compare(model: Model, { customer }: Person): Promise<void> {
  const orders = await customer.call<Order[]>(200, 'GET', '/api/user/orders/?limit=100');
  const addresses = await customer.call<Address[]>(200, 'GET', '/api/user/profile/address/');
  const cart = orders.find(({ status }) => status === 'P');
  same('the cart', cart && describeCart(cart), model.cart && describeModel(model.cart));
  same('the addresses', addresses.map(({ id }) => id).sort(byNumber), model.addresses.toSorted(byNumber));
  const reminders = await customer.call<Reminder[]>(200, 'GET', '/api/user/profile/reminders/');
  same(
    'the reminders',
    reminders.sort((left, right) => left.id - right.id).map(({ id, who, month, day }) => [id, { who, month, day }]),
    [...model.reminders].sort(([left], [right]) => left - right),
  );
  const paid = orders
    .filter(({ status }) => status === 'C' || status === 'X')
    .sort((left, right) => left.id - right.id);
  same('what was paid for', paid.map(describePaid), model.paid);
}

const byNumber = (left: number, right: number) => left - right;

const describeCart = ({ id, order_items, total_cost, text, shipping_address, delivery_date }: Order) => ({
  id,
  lines: order_items.map(describeLine),
  totalPence: toPence(total_cost),
  note: text,
  address: shipping_address,
  day: delivery_date,
});

const describeModel = ({ id, lines, note, address, day }: NonNullable<Model['cart']>) => ({
  id,
  lines: lines.map(({ product, quantity, pence }) => ({ product, quantity, pence })),
  totalPence: lines.reduce((sum, { quantity, pence }) => sum + quantity * pence, 0),
  note,
  address,
  day,
});

const describePaid = ({ id, order_items, text, total_cost }: Order) => ({
  id,
  lines: order_items.map(describeLine),
  note: text,
  totalPence: toPence(total_cost),
});

const describeLine = ({ product, quantity, price }: Order['order_items'][number]) => ({
  product,
  quantity,
  pence: toPence(price),
});
