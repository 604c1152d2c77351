import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { DeskMoney, DeskOrder } from '#contract/desk-orders.ts';
import { fillIn } from '../../testing/open-page.tsx';
import { type Answer, pretendApi } from '../../testing/pretend-api.ts';
import { openDeskPage } from '../testing/open-desk-page.tsx';
import { makeDeskOrder, makeMoney } from '../testing/samples.ts';
import * as cancelPage from './cancel-page.tsx';
import * as declinePage from './decline-cancel-page.tsx';
import * as refundPage from './refund-page.tsx';

const REFUND = 'POST /api/desk/orders/7/refund/';
const CANCEL = 'POST /api/desk/orders/7/cancel/';
const DECLINE = 'POST /api/desk/orders/7/decline-cancel/';

async function open(
  page: typeof refundPage | typeof cancelPage | typeof declinePage,
  name: string,
  order: Partial<DeskOrder>,
  answers: Record<string, Answer> = {},
) {
  const asked = pretendApi({ 'GET /api/desk/orders/7/': { body: makeDeskOrder(order) }, ...answers });
  const opened = openDeskPage(page, { at: `/desk/orders/7/${name}`, path: `/desk/orders/:id/${name}` });
  await screen.findByRole('heading', { level: 1 });
  return { asked, ...opened };
}

/** The value beside a name in a list of facts. */
const fact = (name: string) => screen.getByText(name).nextElementSibling;
const button = (name: string | RegExp) => screen.getByRole('button', { name });

describe('A refund', () => {
  const openRefund = (money: Partial<DeskMoney> = {}, answers?: Record<string, Answer>) =>
    open(refundPage, 'refund', { money: makeMoney(money) }, answers);

  test('counts what is ticked on its button, and sends the parts, the reason and what was left', async () => {
    const { visitor, asked } = await openRefund({}, { [REFUND]: { body: { outcome: 'done' } } });
    expect(fact('Stays with us')).toHaveTextContent('£54.00');
    expect(button('Refund')).toBeEnabled();
    await visitor.click(screen.getByRole('checkbox', { name: 'Delivery £5.00' }));
    expect(fact('Stays with us')).toHaveTextContent('£49.00');
    expect(fact('Goes back to Rosalind Thorne')).toHaveTextContent('£5.00');
    await fillIn(visitor, { 'Why (the buyer reads it)': 'It came late' });
    await visitor.click(button('Refund £5.00'));
    expect(await screen.findByText('Now at /desk/orders/7')).toBeInTheDocument();
    expect(asked.at(-1)).toMatchObject({
      call: REFUND,
      body: { what: 'parts', parts: ['delivery'], words: 'It came late', left: 54 },
    });
  });

  test('of a sum understands it as it is typed, to the penny', async () => {
    const { visitor, asked } = await openRefund({ left: 1_300, paid: 1_300 }, { [REFUND]: { body: {} } });
    await visitor.click(screen.getByRole('radio', { name: /^Another sum/ }));
    await fillIn(visitor, { 'How much, in pounds': '£1,200.10' });
    expect(fact('Stays with us')).toHaveTextContent('£99.90');
    await visitor.click(button('Refund £1,200.10'));
    await screen.findByText('Now at /desk/orders/7');
    expect(asked.at(-1)?.body).toMatchObject({ what: 'sum', amount: 1200.1 });
  });

  test('of all of it is what is left, not what was paid', async () => {
    const { visitor } = await openRefund({ left: 24, back: 20, on_its_way: 10, most_here: 24 });
    expect(screen.getByText(/^Paid/)).toHaveTextContent(
      'Paid £54.00 by PayPal. £24.00 can still go back; £10.00 is on its way.',
    );
    await visitor.click(screen.getByRole('radio', { name: /^All of it/ }));
    expect(button('Refund £24.00')).toBeEnabled();
    expect(fact('Stays with us')).toHaveTextContent('£0.00');
  });

  test('that is refused says why at its field, and keeps what was chosen', async () => {
    const { visitor } = await openRefund(
      {},
      {
        [REFUND]: { status: 400, body: { parts: ['Choose what goes back.'], words: ['Say why.'] } },
      },
    );
    await visitor.click(screen.getByRole('checkbox', { name: 'Delivery £5.00' }));
    await visitor.click(button('Refund £5.00'));
    expect(await screen.findByRole('textbox', { name: /^Why/, description: 'Say why.' })).toBeInvalid();
    expect(screen.getByRole('group', { name: 'How much' })).toHaveAccessibleDescription('Choose what goes back.');
    expect(button('Refund £5.00')).toBeEnabled();
  });

  test('beside another one reads the order anew, and counts with what is left now', async () => {
    const { visitor, asked } = await openRefund();
    await visitor.click(screen.getByRole('radio', { name: /^All of it/ }));
    pretendApi({
      'GET /api/desk/orders/7/': { body: makeDeskOrder({ money: makeMoney({ left: 49, back: 5 }) }) },
      [REFUND]: { status: 409, body: { detail: 'Somebody else gave back £5.00 meanwhile.' } },
    });
    await visitor.click(button('Refund £54.00'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Somebody else gave back £5.00 meanwhile.');
    expect(await screen.findByRole('button', { name: 'Refund £49.00' })).toBeEnabled();
    await visitor.click(button('Refund £49.00'));
    await waitFor(() => expect(asked.filter(({ call }) => call === REFUND).at(-1)?.body).toMatchObject({ left: 49 }));
  });

  test.each([
    [{ most_here: 20 }, 'You may give back up to £20.00 of this order; above it an owner does.'],
    [{ confirm_above: 30 }, 'Above £30.00 you confirm it with your passkey.'],
  ])('with %j says the limit', async (money, words) => {
    await openRefund(money);
    expect(screen.getByText(/PayPal takes up to 5 days/)).toHaveTextContent(words);
  });

  test.each([
    [{ left: 0, back: 54 }, 'All of it has gone back, or is on its way.'],
    [{ most_here: 0 }, 'An owner gives back more of this order.'],
  ])('cannot be made with %j, and the page says why', async (money, words) => {
    await openRefund(money);
    expect(screen.getByText(words)).toBeVisible();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});

describe('Cancelling an order', () => {
  test('names the sum, and sends it with the reason', async () => {
    const { visitor, asked } = await open(
      cancelPage,
      'cancel',
      { money: makeMoney({ left: 49, back: 5 }), run: { number: 2, day: '2026-11-20', stop: 3, leaves_at: '09:00' } },
      { [CANCEL]: { body: {} } },
    );
    const what = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(what).toEqual([
      '£49.00 goes back to Rosalind Thorne by PayPal, what is left of it.',
      'The ticket leaves the day sheet; its place on run 2 is free again.',
      'Rosalind Thorne gets a letter that says so.',
    ]);
    await fillIn(visitor, { 'Why (the buyer reads it)': 'Ordered twice' });
    await visitor.click(button('Cancel and refund £49.00'));
    await screen.findByText('Now at /desk/orders/7');
    expect(asked.at(-1)).toMatchObject({ call: CANCEL, body: { words: 'Ordered twice', left: 49 } });
  });

  test('that is refused says why, and keeps the reason', async () => {
    const { visitor } = await open(
      cancelPage,
      'cancel',
      {},
      {
        [CANCEL]: { status: 409, body: { detail: 'It has been tied meanwhile.' } },
      },
    );
    await fillIn(visitor, { 'Why (the buyer reads it)': 'Ordered twice' });
    await visitor.click(button('Cancel and refund £54.00'));
    expect(await screen.findByRole('alert')).toHaveTextContent('It has been tied meanwhile.');
    expect(screen.getByLabelText(/^Why/)).toHaveValue('Ordered twice');
  });

  test('that cannot be says why, with the way to the claim that is answered before', async () => {
    const may = { change: null, card: null, cancel: 'A claim waits.', replace: null };
    await open(cancelPage, 'cancel', { may, claim: { id: 4, is_open: true } });
    expect(screen.getByText(/^A claim waits\./)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Look at the claim' })).toHaveAttribute('href', '/desk/claims/4');
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  test('is declined in words, only while its buyer waits for them', async () => {
    const request = { at: '2026-11-16T09:00:00.000Z', because: 'It is late.', answered: false, declined: null };
    const { visitor, asked } = await open(
      declinePage,
      'decline-cancel',
      { cancel_request: request },
      {
        [DECLINE]: { body: {} },
      },
    );
    await fillIn(visitor, { 'Why (the buyer reads it)': 'It is tied' });
    await visitor.click(button('Decline and write'));
    await screen.findByText('Now at /desk/orders/7');
    expect(asked.at(-1)).toMatchObject({ call: DECLINE, body: { words: 'It is tied' } });
    await open(declinePage, 'decline-cancel', { cancel_request: { ...request, answered: true } });
    expect(screen.getByText('Nobody waits for an answer about this order.')).toBeVisible();
  });
});
