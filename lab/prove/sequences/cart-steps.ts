import fc from 'fast-check';
import type { Address } from '#contract/addresses.ts';
import { MAX_UNITS_PER_LINE } from '#contract/limits.ts';
import type { Order, OrderItem } from '#contract/orders.ts';
import { ADDRESS } from '../../rig/customer.ts';
import { type Cart, fits, openCart, put } from './model.ts';
import { same } from './person.ts';
import { inCart, pick, type Step, step } from './step.ts';

const at = ({ id }: Cart, rest = '') => `/api/user/orders/${id}/${rest}`;

export const add = (which: number, quantity: number, anew: boolean): Step =>
  step(`add ${quantity} of bouquet ${which}${anew ? ', to whatever cart there is' : ''}`, async (model, person) => {
    const { id: product, pence } = pick(person.bouquets, which);
    const does = fits(model.cart, product, quantity);
    const body = { product, quantity };
    const reply =
      model.cart && !anew
        ? await person.customer.send('POST', at(model.cart, 'order-items/'), body)
        : await person.customer.send('POST', '/api/user/orders/', { order_items: [body] });
    same('adding', reply.status, does ? 201 : 400);
    if (!does) return;
    const told = JSON.parse(reply.text) as Order | OrderItem;
    const line = 'order_items' in told ? told.order_items.find((item) => item.product === product) : told;
    if ('order_items' in told) model.cart ??= openCart(told.id);
    put(model.cart as Cart, { id: line?.id ?? 0, product, quantity, pence });
  });

const change = (which: number, quantity: number): Step =>
  inCart(`set line ${which} to ${quantity}`, async (cart, { customer }) => {
    const line = pick(cart.lines, which);
    if (!line) return;
    const { status } = await customer.send('PATCH', at(cart, `order-items/${line.id}/`), { quantity });
    const isRight = quantity >= 1 && quantity <= MAX_UNITS_PER_LINE;
    same('changing', status, isRight ? 200 : 400);
    if (!isRight || quantity === line.quantity) return;
    line.quantity = quantity;
    cart.version++;
  });

const remove = (which: number): Step =>
  inCart(`take line ${which} out`, async (cart, { customer }) => {
    const line = pick(cart.lines, which);
    if (!line) return;
    const { status } = await customer.send('DELETE', at(cart, `order-items/${line.id}/`));
    same('taking out', status, 204);
    cart.lines.splice(cart.lines.indexOf(line), 1);
    cart.version++;
  });

const write = (note: string): Step =>
  inCart(`write ${JSON.stringify(note)}`, async (cart, { customer }) => {
    const { status } = await customer.send('PATCH', at(cart, 'update-text/'), { text: note });
    same('writing', status, 200);
    if (note !== cart.note) cart.version++;
    cart.note = note;
  });

export const addAddress = (): Step =>
  step('add an address', async (model, { customer }) => {
    model.addresses.push((await customer.call<Address>(201, 'POST', '/api/user/profile/address/', ADDRESS)).id);
  });

const removeAddress = (which: number): Step =>
  step(`remove address ${which}`, async (model, { customer }) => {
    const id = pick(model.addresses, which);
    if (!id) return;
    same('removing', (await customer.send('DELETE', `/api/user/profile/address/${id}/`)).status, 204);
    model.addresses.splice(model.addresses.indexOf(id), 1);
    if (model.cart?.address !== id) return;
    model.cart.address = null;
    model.cart.version++;
  });

export const chooseAddress = (which: number): Step =>
  inCart(`choose address ${which}`, async (cart, { customer }, model) => {
    const id = pick(model.addresses, which) ?? 2_147_483_647;
    const reply = await customer.send('PATCH', at(cart, 'update-shipping-address/'), { shipping_address: id });
    same('choosing', reply.status, model.addresses.includes(id) ? 200 : 400);
    if (reply.status !== 200 || cart.address === id) return;
    cart.address = id;
    cart.version++;
  });

const chooseDay = (which: number, isOver: boolean): Step =>
  inCart(`choose day ${which}${isOver ? ' of last year' : ''}`, async (cart, { days, customer }) => {
    const day = isOver ? '2025-06-11' : pick(days, which);
    const { status } = await customer.send('PATCH', at(cart, 'update-delivery-date/'), { delivery_date: day });
    same('the day', status, isOver ? 400 : 200);
    if (isOver || cart.day === day) return;
    cart.day = day;
    cart.version++;
  });

const which = fc.nat({ max: 30 });
/** Few of them, so that the same is written again. */
const notes = fc.constantFrom('', 'With love', 'Zoë & Nell\nxx', '<b>🌻</b>', "'; --");

export const CART_STEPS = [
  fc.tuple(which, fc.integer({ min: 1, max: 9 }), fc.boolean()).map((all) => add(...all)),
  fc.tuple(which, fc.integer({ min: 0, max: 22 })).map((all) => change(...all)),
  which.map(remove),
  notes.map(write),
  fc.constant(null).map(addAddress),
  which.map(removeAddress),
  which.map(chooseAddress),
  fc.tuple(which, fc.boolean()).map((all) => chooseDay(...all)),
];
