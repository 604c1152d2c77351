import { act, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { DeskLetter, DeskMoney, DeskOrder } from '#contract/desk-orders.ts';
import { fillIn } from '../../testing/open-page.tsx';
import { type Answer, pretendApi } from '../../testing/pretend-api.ts';
import { openDeskPage, tellDesk } from '../testing/open-desk-page.tsx';
import { makeDeskOrder, makeMoney } from '../testing/samples.ts';
import * as orderPage from './order-page.tsx';

const READ = 'GET /api/desk/orders/7/';

async function open(changes: Partial<DeskOrder> = {}, answers: Record<string, Answer> = {}) {
  const asked = pretendApi({ [READ]: { body: makeDeskOrder(changes) }, ...answers });
  const opened = openDeskPage(orderPage, { at: '/desk/orders/7', path: '/desk/orders/:id' });
  await screen.findByRole('heading', { level: 1, name: 'Order 7' });
  return { asked, ...opened };
}

describe('The money of an order', () => {
  const openMoney = (money: Partial<DeskMoney>, changes: Partial<DeskOrder> = {}) =>
    open({ ...changes, money: makeMoney(money) });
  const sums = () =>
    screen.queryAllByRole('term').map((term) => `${term.textContent} ${term.nextElementSibling?.textContent}`);

  test('adds up from the lines, with what is VAT and what PayPal kept', async () => {
    await openMoney({ vat: 9, fee: 1.2 });
    expect(sums()).toEqual([
      '1 × Peony Weather, Standard £49.00',
      'Delivery £5.00',
      'Paid, Mon 16 Nov £54.00',
      'Of that VAT £9.00',
      'PayPal’s fee −£1.20',
    ]);
    expect(screen.getByText(/^PayPal capture C7/)).toHaveTextContent('Invoice ML-7');
  });

  test('is what was agreed where the lines cost something else by now', async () => {
    await openMoney({
      sums: [
        { kind: 'goods', label: 'Flowers', amount: 60 },
        { kind: 'discount', label: 'Code SUMMER', amount: -6 },
      ],
    });
    expect(sums().slice(0, 2)).toEqual(['Flowers £60.00', 'Code SUMMER −£6.00']);
  });

  test('says of each refund what became of it and why; one that failed counts nothing', async () => {
    const refund = {
      id: 'r1',
      amount: 5,
      state: 'done' as const,
      reason: 'It came late',
      by: 'staff' as const,
      staff: 2,
      who: 'Flora',
      at: '2026-11-17T09:00:00.000Z',
      paypal_id: 'R1',
      issue: null,
    };
    await openMoney({
      back: 5,
      on_its_way: 10,
      left: 39,
      refunds: [
        refund,
        { ...refund, id: 'r2', amount: 10, state: 'unclear', reason: '', paypal_id: null },
        { ...refund, id: 'r3', amount: 2, state: 'failed', reason: '', paypal_id: null, issue: 'No money left' },
      ],
    });
    expect(screen.getByText('£5.00', { selector: 'li b' }).closest('li')).toHaveTextContent(
      '£5.00 gone back, by Flora: It came late PayPal R1',
    );
    expect(screen.getByText('£10.00', { selector: 'li b' }).closest('li')).toHaveTextContent(
      '£10.00 PayPal has not said yet; we go on asking, by Flora',
    );
    expect(screen.getByText('£2.00', { selector: 'li b' }).closest('li')).toHaveTextContent(
      '£2.00 not made (No money left), by Flora',
    );
    expect(sums().filter((sum) => sum.includes('−'))).toHaveLength(2);
    expect(sums().at(-1)).toBe('Stays with us £39.00');
  });

  test('of a payment that is not decided says what is waited for', async () => {
    const [payment] = makeMoney().payments;
    await openMoney(
      { paid: 0, left: 0, payments: payment ? [{ ...payment, state: 'unknown', capture_id: null }] : [] },
      { stage: 'awaiting payment', paid_at: null },
    );
    expect(screen.getByText(/^PayPal has not said whether it took the money; we go on asking/)).toBeVisible();
    expect(sums()).toContain('To pay £0.00');
    expect(screen.queryByRole('link', { name: 'Refund…' })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Receipt' })).not.toBeInTheDocument();
  });

  test('of a payment that a changed cart put aside says so', async () => {
    const [payment] = makeMoney().payments;
    await openMoney({ payments: payment ? [{ ...payment, state: 'superseded', capture_id: null }] : [] });
    expect(screen.getByText(/Given up: the cart had changed/)).toBeVisible();
  });

  test('beyond what a florist may give back is left to an owner', async () => {
    await openMoney({ most_here: 0 });
    expect(screen.getByText('An owner gives back more of this order.')).toBeVisible();
    expect(screen.getByText('To cancel it gives back £54.00: an owner does.')).toBeVisible();
    expect(screen.queryByRole('link', { name: /^(Refund|Cancel)/ })).not.toBeInTheDocument();
  });

  test('of one that replaces another is nothing', async () => {
    await openMoney({ sums: [], paid: 0, left: 0, payments: [] }, { replaces: 5 });
    expect(screen.getByText(/^Nothing was paid: it replaces/)).toHaveTextContent('it replaces order 5.');
    expect(sums()).toEqual([]);
  });
});

describe('The page of an order', () => {
  test('has a way to each thing that can be done, and says why where one cannot', async () => {
    await open();
    const to = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(to('Change where and when')).toBe('/desk/orders/7/change');
    expect(to('Change the card')).toBe('/desk/orders/7/card');
    expect(to('Cancel order…')).toBe('/desk/orders/7/cancel');
    expect(to('Replacement…')).toBe('/desk/orders/7/replace');
    const why = 'It is out: ring the driver.';
    await open({
      stage: 'out',
      may: { change: why, card: 'It is printed.', cancel: 'Too late.', replace: 'Not yet.' },
    });
    expect(screen.getByText(why)).toBeVisible();
    expect(screen.getByText('It is printed.')).toBeVisible();
    expect(screen.queryByRole('link', { name: /^(Change|Cancel|Replacement)/ })).not.toBeInTheDocument();
  });

  test('says how far it is', async () => {
    const run = { number: 2, day: '2026-11-20', stop: 3, leaves_at: '09:00' };
    await open({ stage: 'tied', run });
    const track = within(screen.getByRole('list', { name: 'How far it is' }));
    expect(track.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Paid/),
      'TiedRun 2, leaves 09:00',
      'Out',
      'Delivered',
    ]);
    expect(track.getByText('Out').closest('li')).toHaveAttribute('aria-current', 'step');
    await open({ stage: 'cancelled' });
    expect(screen.queryByRole('list', { name: 'How far it is' })).not.toBeInTheDocument();
  });

  test('of a buyer who has left has the record and not the person', async () => {
    const buyer = { id: null, name: '', email: null, is_confirmed: false, orders: 0 };
    await open({ buyer, recipient: '', address: null, note: ' ' });
    expect(screen.getByText('Its buyer has left: the record stays, the person does not.')).toBeVisible();
    expect(screen.getByText('The account is gone.')).toBeVisible();
    expect(screen.getByText('No card.')).toBeVisible();
  });

  test('takes a note for colleagues, which stays typed where it is refused', async () => {
    const NOTE = 'POST /api/desk/orders/7/notes/';
    const { visitor, asked } = await open({}, { [NOTE]: { status: 400, body: { text: ['Too long.'] } } });
    const label = 'Internal note (for staff; in a copy of the buyer’s data, too)';
    await fillIn(visitor, { [label]: 'Rang at nine.' });
    await visitor.click(screen.getByRole('button', { name: 'Add note' }));
    expect(await screen.findByRole('textbox', { name: label, description: 'Too long.' })).toHaveValue('Rang at nine.');
    pretendApi({ [NOTE]: { status: 201, body: {} }, [READ]: { body: makeDeskOrder() } });
    await visitor.click(screen.getByRole('button', { name: 'Add note' }));
    await screen.findByRole('textbox', { name: label, description: '' });
    expect(asked.filter(({ call }) => call === NOTE).map(({ body }) => body)).toEqual([
      { text: 'Rang at nine.' },
      { text: 'Rang at nine.' },
    ]);
  });

  test('has every letter with what became of it; one that can is sent again', async () => {
    const letter: DeskLetter = {
      id: 'l1',
      kind: 'order-confirmed',
      to: 'rosalind@post.example',
      written_at: '2026-11-16T09:00:00.000Z',
      sent_at: null,
      problem: 'Mailbox full',
      given_up: true,
      can_send_again: true,
    };
    const AGAIN = 'POST /api/desk/orders/7/letters/l1/again/';
    const { visitor, asked } = await open(
      { letters: [letter, { ...letter, id: 'l2', to: null, problem: null, given_up: false, can_send_again: false }] },
      { [AGAIN]: { status: 409, body: { detail: 'It was sent a minute ago.' } } },
    );
    expect(screen.getByText('Refused by their mail server: Mailbox full')).toBeVisible();
    expect(screen.getByText('About to be sent.')).toBeVisible();
    await visitor.click(screen.getByRole('button', { name: /^Send again/ }));
    expect(await screen.findByRole('alert')).toHaveTextContent('It was sent a minute ago.');
    expect(asked.map(({ call }) => call)).toContain(AGAIN);
  });

  test('is read anew when it changes, and for no other', async () => {
    const { asked } = await open();
    await act(async () => tellDesk('order 8'));
    expect(asked).toHaveLength(1);
    pretendApi({ [READ]: { body: makeDeskOrder({ note: 'Another card' }) } });
    await tellDesk('order 7');
    expect(await screen.findByText('Another card')).toBeVisible();
  });
});
