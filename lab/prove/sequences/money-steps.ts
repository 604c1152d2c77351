import fc from 'fast-check';
import type { Tokens } from '#contract/accounts.ts';
import { toPounds } from '#contract/money.ts';
import type { CreatedPayment, PaymentStatus } from '#contract/payments.ts';
import { add, addAddress, chooseAddress } from './cart-steps.ts';
import { capture, type Model, totalOf } from './model.ts';
import { same } from './person.ts';
import { inCart, type Step, step } from './step.ts';

const PAYMENTS = '/api/user/payments/paypal';

const open = (isRight: boolean): Step =>
  inCart(`open a payment${isRight ? '' : ' for another amount'}`, async (cart, { customer }, model) => {
    const amount = toPounds(totalOf(cart) + (isRight ? 0 : 1)).toFixed(2);
    const reply = await customer.send('POST', `${PAYMENTS}/create-order/`, { amount, order_id: cart.id });
    const expected = cart.lines.length === 0 ? 409 : cart.address === null ? 400 : isRight ? 200 : 409;
    same('opening a payment', reply.status, expected);
    if (expected !== 200) return;
    const { id } = JSON.parse(reply.text) as CreatedPayment;
    const { payment } = model;
    const isSame = payment?.version === cart.version && !payment.isSetAside;
    if (payment) same('that it is the same payment', payment.id === id, isSame);
    if (!isSame) model.payment = { id, version: cart.version, isApproved: false, isSetAside: false };
  });

const hasPayment = ({ isSignedIn, payment }: { isSignedIn: boolean; payment: unknown }) =>
  isSignedIn && payment !== undefined;

const approve = (): Step =>
  step(
    'approve it',
    async ({ payment }, { provider }) => {
      if (!payment || payment.isApproved) return;
      same('approving', (await provider.approve(payment.id)).status, 200);
      payment.isApproved = true;
    },
    hasPayment,
  );

const captureIt = (): Step =>
  step(
    'capture it',
    async (model, { customer, paid }) => {
      const { cart, payment } = model;
      const wanted = { order_id: cart?.id, paypal_order_id: payment?.id };
      const { state } = await customer.call<PaymentStatus>(200, 'POST', `${PAYMENTS}/capture-order/`, wanted);
      same('capturing', state, capture(model));
      if (state === 'paid') paid.add(cart?.id ?? 0);
    },
    hasPayment,
  );

const logOut = (): Step =>
  step('log out', async (model, { customer }) => {
    await customer.call(200, 'POST', '/api/v1/auth/logout/');
    same('asking after logging out', (await customer.send('GET', '/api/user/orders/')).status, 401);
    const { refresh } = customer.tokens();
    same('refreshing after logging out', (await customer.send('POST', '/auth/refresh/', { refresh })).status, 401);
    model.isSignedIn = false;
  });

const logIn = (): Step =>
  step(
    'log in',
    async (model, { customer }) => {
      await customer.logIn();
      model.isSignedIn = true;
    },
    ({ isSignedIn, hasPassword }) => !isSignedIn && hasPassword,
  );

/** Two tabs at once get the same next token. */
const refresh = (): Step =>
  step('refresh', async (_model, { customer }) => {
    const old = { refresh: customer.tokens().refresh };
    const both = [1, 2].map(() => customer.call<Tokens>(200, 'POST', '/auth/refresh/', old));
    const [first, second] = await Promise.all(both);
    same('the next token of the other tab', second?.refresh, first?.refresh);
    if (first) customer.setTokens(first);
  });

const always = fc.constant(null);

export const MONEY_STEPS = [
  fc.integer({ min: 0, max: 5 }).map((roll) => open(roll > 0)),
  always.map(approve),
  always.map(captureIt),
  always.map(logOut),
  always.map(logIn),
  always.map(logIn),
  always.map(refresh),
];

/** All steps up to paying: by chance alone hardly any sequence would get there. */
const checkOut = (which: number, pays: boolean): Step =>
  step(`check out with bouquet ${which}${pays ? ', and pay' : ''}`, async (model, person) => {
    const isEmpty = ({ cart }: Model) => !cart || cart.lines.length === 0;
    const steps = [
      ...(isEmpty(model) ? [add(which, 1, true)] : []),
      ...(model.addresses.length === 0 ? [addAddress()] : []),
      chooseAddress(which),
      open(true),
      approve(),
      ...(pays ? [captureIt()] : []),
    ];
    for (const one of steps) if (one.check(model)) await one.run(model, person);
  });

const checkingOut = fc.tuple(fc.nat({ max: 30 }), fc.boolean()).map((all) => checkOut(...all));

export const CHECK_OUTS = [checkingOut, checkingOut];
