import { MAX_UNITS_PER_LINE } from '#contract/limits.ts';
import type { Order } from '#contract/orders.ts';
import { createCustomer } from '../../rig/customer.ts';
import type { Line } from '../proof.ts';
import { recordRequests } from '../record-requests.ts';
import type { TestEnvironment } from '../test-environment.ts';
import { openBrowserClient } from './journey.ts';

/**
 * One person presses the button in every tab at the same moment: what was accepted is in the one cart, and what does not
 * fit was refused.
 */
export async function addInManyTabs(
  { query }: TestEnvironment,
  what: string,
  tabs: number,
  bouquets: number[],
): Promise<Line> {
  const client = openBrowserClient();
  const customer = await createCustomer(client);
  const requests = recordRequests();
  const add = async (product: number) => {
    const body = { order_items: [{ product, quantity: 1 }] };
    const { status } = await customer.send('POST', '/api/user/orders/', body);
    return { product, status };
  };
  const answers = await Promise.all(
    Array.from({ length: tabs }, (_, tab) => add(bouquets[tab % bouquets.length] as number)),
  );
  requests.stop();
  const carts = await query<{ id: number }>(`select id from carts where user_id =
    (select id from users where username = '${customer.username}')`);
  const { order_items } = await customer.call<Order>(200, 'GET', `/api/user/orders/${carts[0]?.id}/`);
  client.close();

  const lost = [
    ...requests.cut,
    ...requests.withoutRetryAfter,
    ...requests.failed.filter((words) => !words.endsWith(' 503')),
  ];
  if (carts.length !== 1) lost.push(`${carts.length} carts`);
  for (const product of new Set(bouquets)) {
    const taken = answers.filter((one) => one.product === product && one.status === 201).length;
    const asked = answers.filter((one) => one.product === product).length;
    const quantity = order_items.find((item) => item.product === product)?.quantity ?? 0;
    if (quantity !== taken) lost.push(`bouquet ${product}: ${taken} taken, ${quantity} in the cart`);
    const due = Math.min(asked, MAX_UNITS_PER_LINE);
    if (quantity !== due) lost.push(`bouquet ${product}: ${quantity} in the cart of ${asked} asked for`);
  }
  const refused = answers.filter(({ status }) => status !== 201);
  lost.push(
    ...refused.filter(({ status }) => status !== 400 && status !== 409).map(({ status }) => `answered ${status}`),
  );
  const figures = `${answers.length - refused.length} taken, ${refused.length} refused at the limit of ${MAX_UNITS_PER_LINE}`;
  return { what, tried: tabs, faults: 0, lost, figures };
}
