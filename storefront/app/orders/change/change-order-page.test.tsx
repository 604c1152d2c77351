import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { OrderChanges } from '#contract/own-orders.ts';
import { fillIn, openPage } from '../../testing/open-page.tsx';
import { type Asked, pretendApi } from '../../testing/pretend-api.ts';
import { pretendSignedIn } from '../../testing/pretend-signed-in.ts';
import { makeAddress, makeOrder } from '../../testing/samples.ts';
import ChangeOrderPage from './change-order-page.tsx';

const ORDER = 'GET /api/user/orders/7/';
const OFFERED = 'GET /api/user/orders/7/changes/';
const CHANGE = 'PATCH /api/user/orders/7/change/';
const CANCEL = 'POST /api/user/orders/7/cancel/';
const OFFER: OrderChanges = {
  change: null,
  move: null,
  cancel: null,
  back: 126,
  look_first: null,
  asked: null,
  surcharge: 0,
  last_event: 4,
};

const button = (name: string) => screen.getByRole('button', { name });
const dialog = () => within(screen.getByRole('dialog'));
const changesOf = (asked: Asked[]) =>
  asked.filter(({ call }) => !call.startsWith('GET ')).map(({ call, body }) => [call, body]);

function open(offer: Partial<OrderChanges> = {}, more: Parameters<typeof pretendApi>[0] = {}, order = makeOrder()) {
  const asked = pretendApi({ [ORDER]: { body: order }, [OFFERED]: { body: { ...OFFER, ...offer } }, ...more });
  return { asked, ...openPage(<ChangeOrderPage />, { at: '/history/7/change', path: '/history/:id/change' }) };
}

/** Opens the dialog of a part. */
async function edit(part: string, ...how: Parameters<typeof open>) {
  const page = open(...how);
  await page.visitor.click(await screen.findByRole('button', { name: part }));
  await screen.findByRole('dialog');
  return page;
}

beforeEach(() => {
  pretendSignedIn();
});

describe('What can still change', () => {
  test('has a button each, and cancelling names the sum that goes back', async () => {
    open();
    for (const name of ['the delivery day', 'the address', 'the gift note', 'the wishes for the day'])
      expect(await screen.findByRole('button', { name: `Change ${name}` })).toBeVisible();
    expect(screen.getByText('You can change this until your flowers are tied.')).toBeVisible();
    expect(screen.getByRole('complementary')).toHaveTextContent(
      'Cancelled, they are not sent, and all that you paid, £126.00, goes back to where it came from.',
    );
    expect(screen.getByRole('link', { name: 'Back to order 7' })).toHaveAttribute('href', '/history/7');
  });

  test('says why where something cannot', async () => {
    open({ move: 'These go by parcel, and have left.', cancel: 'They are tied.' });
    expect(await screen.findByText('These go by parcel, and have left.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Change the delivery day' })).not.toBeInTheDocument();
    expect(button('Change the gift note')).toBeVisible();
    expect(screen.getByText('This order cannot be cancelled. They are tied.')).toBeVisible();
  });

  test.each([
    ['delivered', 'Your flowers have been delivered, so nothing of this order can change any more.'],
    ['cancelled', 'This order is cancelled.'],
    ['awaiting payment', 'PayPal has not confirmed your payment yet. This order can change once it is paid.'],
  ] as const)('is nothing of an order that is %s, which is said and not asked', async (stage, words) => {
    open({}, {}, makeOrder({ stage }));
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  test('is said to be missing where it could not be loaded, and comes when asked again', async () => {
    const { visitor } = open({}, { [OFFERED]: { status: 403, body: { detail: 'Not now.' } } });
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'What you can still change could not be loaded. Not now.',
    );
    pretendApi({ [ORDER]: { body: makeOrder() }, [OFFERED]: { body: OFFER } });
    await visitor.click(button('Try again'));
    expect(await screen.findByRole('button', { name: 'Change the gift note' })).toBeVisible();
  });
});

describe('Changing', () => {
  test('the note sends it with what was seen, says so, closes and returns the focus to the rows', async () => {
    const { visitor, asked } = await edit(
      'Change the gift note',
      {},
      { [CHANGE]: { body: makeOrder({ text: 'For Nell' }) } },
    );
    await fillIn(visitor, { 'Gift note': 'For Nell' });
    pretendApi({
      [ORDER]: { body: makeOrder({ text: 'For Nell' }) },
      [OFFERED]: { body: { ...OFFER, last_event: 5 } },
      [CHANGE]: { body: makeOrder({ text: 'For Nell' }) },
    });
    await visitor.click(dialog().getByRole('button', { name: /^Save/ }));
    expect(await screen.findByText('Your order has been changed.')).toBeVisible();
    expect(changesOf(asked)).toEqual([[CHANGE, { text: 'For Nell', seen: 4 }]]);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByText('For Nell')).toBeVisible();
  });

  test('nothing says that nothing was changed', async () => {
    const { visitor } = await edit('Change the gift note', {}, { [CHANGE]: { body: makeOrder() } });
    await screen.findByLabelText('Gift note');
    await visitor.click(dialog().getByRole('button', { name: /^Save/ }));
    expect(await screen.findByText('Nothing was changed.')).toBeVisible();
  });

  test('the address shows what the shop refuses under its field, and keeps what was typed', async () => {
    const { visitor, asked } = await edit(
      'Change the address',
      {},
      {
        [CHANGE]: { status: 400, body: { city: ['We do not deliver there.'] } },
      },
    );
    await fillIn(visitor, { City: 'Lerwick' });
    await visitor.click(dialog().getByRole('button', { name: /^Save/ }));
    await waitFor(() => expect(screen.getByLabelText('City')).toHaveAccessibleDescription('We do not deliver there.'));
    expect(screen.getByLabelText('City')).toHaveValue('Lerwick');
    const { id: _id, country: _country, address_type: _type, ...address } = makeAddress();
    expect(changesOf(asked)[0]?.[1]).toEqual({
      city: 'Lerwick',
      street_address: address.street_address,
      apartment_address: address.apartment_address,
      postal_code: address.postal_code,
      phone: '',
      recipient_name: '',
      seen: 4,
    });
  });

  test('what somebody has changed meanwhile says so, and asks again what can change', async () => {
    const { visitor, asked } = await edit(
      'Change the wishes for the day',
      {},
      {
        [CHANGE]: { status: 409, body: { detail: 'This order has changed meanwhile. Please look at it again.' } },
      },
    );
    await visitor.click(await screen.findByRole('radio', { name: /porch/i }));
    await visitor.click(dialog().getByRole('button', { name: /^Save/ }));
    expect(await screen.findByText('This order has changed meanwhile. Please look at it again.')).toBeVisible();
    expect(changesOf(asked)[0]?.[1]).toEqual({ nobody_in: 'porch', swap_choice: 'choose', driver_note: '', seen: 4 });
    await waitFor(() => expect(asked.filter(({ call }) => call === OFFERED).length).toBeGreaterThan(1));
  });

  test('the day is chosen as at the checkout', async () => {
    const day = '2099-02-14';
    const { visitor, asked } = await edit('Change the delivery day', {}, { [CHANGE]: { body: makeOrder() } });
    const days = within(await screen.findByRole('group', { name: 'Delivery day' }));
    const [first] = days.getAllByRole<HTMLInputElement>('radio').filter(({ disabled }) => !disabled);
    expect(first?.value).not.toBe(day);
    await visitor.click(first ?? document.body);
    await visitor.click(dialog().getByRole('button', { name: /^Save/ }));
    await waitFor(() => expect(changesOf(asked)).toEqual([[CHANGE, { delivery_date: first?.value, seen: 4 }]]));
  });
});

describe('Cancelling', () => {
  test('asks once more, names the sum on its button, and leads to the order', async () => {
    const { visitor, asked } = await edit(
      'Cancel this order',
      {},
      {
        [CANCEL]: { body: makeOrder({ status: 'X', stage: 'cancelled' }) },
      },
    );
    expect(screen.getByRole('dialog', { name: 'Cancel this order?' })).toHaveTextContent(
      'These flowers are not sent. All that you paid, £126.00, goes back to where it came from; your bank may take a few days to show it.',
    );
    await visitor.click(await screen.findByRole('button', { name: 'Cancel and refund £126.00' }));
    expect(await screen.findByText('Now at /history/7')).toBeVisible();
    expect(changesOf(asked)).toEqual([[CANCEL, undefined]]);
    expect(await screen.findByText('Order 7 is cancelled.')).toBeVisible();
  });

  test('can be left', async () => {
    const { visitor } = await edit('Cancel this order');
    await visitor.click(await screen.findByRole('button', { name: 'Keep the order' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  test('is asked for where the shop must look first', async () => {
    const { visitor } = await edit(
      'Cancel this order',
      { look_first: 'They may be tied already.' },
      {
        [CANCEL]: { body: makeOrder() },
      },
    );
    expect(screen.getByText('They may be tied already.')).toBeVisible();
    await visitor.click(await screen.findByRole('button', { name: 'Ask us to cancel' }));
    expect(await screen.findByText('You have asked us to cancel it. We look at it, and write to you.')).toBeVisible();
  });

  test('that is refused says why, and the order stays', async () => {
    const { visitor } = await edit(
      'Cancel this order',
      {},
      {
        [CANCEL]: { status: 409, body: { detail: 'Your flowers have just been tied.' } },
      },
    );
    await visitor.click(await screen.findByRole('button', { name: 'Cancel and refund £126.00' }));
    expect(await screen.findByText('Your flowers have just been tied.')).toBeVisible();
    expect(screen.getByRole('dialog')).toBeVisible();
  });
});
