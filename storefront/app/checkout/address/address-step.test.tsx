import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Order } from '#contract/orders.ts';
import CartPage from '../../cart/cart-page.tsx';
import { fillIn, openPage } from '../../testing/open-page.tsx';
import { type Asked, pretendApi } from '../../testing/pretend-api.ts';
import { pretendPayPal } from '../../testing/pretend-paypal.ts';
import { pretendSignedIn } from '../../testing/pretend-signed-in.ts';
import { makeAddress, makeCart, makeProfile } from '../../testing/samples.ts';

const CART = 'GET /api/user/orders/?status=P,W';
const ADDRESSES = 'GET /api/user/profile/address/';
const ADDRESS = 'PATCH /api/user/orders/7/update-shipping-address/';
const SETUP = 'GET /api/payments/paypal/setup/';
const HOME = makeAddress();
const WORK = makeAddress({ id: 4, city: 'Leeds', apartment_address: 'Desk 9', phone: '0113 496 0000' });

const radio = (name: RegExp) => screen.getByRole('radio', { name });
const button = (name: string) => screen.getByRole('button', { name });
const changesOf = (asked: Asked[]) =>
  asked.filter(({ call }) => !call.startsWith('GET ')).map(({ call, body }) => [call, body]);

/** The second step, with what the shop knows of cart and addresses. */
function openStep(cart: Partial<Order>, addresses: object[], more: Parameters<typeof pretendApi>[0] = {}) {
  pretendPayPal();
  const known = makeCart(cart);
  const asked = pretendApi({
    [CART]: { body: [known] },
    [ADDRESSES]: { body: addresses },
    [SETUP]: { body: { client_id: 'shop', sdk_url: null, pretended: true } },
    ...more,
  });
  return { asked, ...openPage(<CartPage />, { at: '/cart?step=address' }) };
}

beforeEach(() => {
  pretendSignedIn();
});

describe('The addresses of the checkout', () => {
  test('the first is chosen by itself and sent, and so is every choice; the phone stands where there is one', {
    tags: ['§2.19', '§3.6', '§4.10', '§4.11', '§7.10', 'D13'],
  }, async () => {
    const { visitor, asked } = openStep({}, [HOME, WORK], {
      [ADDRESS]: (sent) => ({ body: makeCart({ ...(sent as object), address: HOME }) }),
    });
    await waitFor(() => expect(radio(/Alder House/)).toBeChecked());
    await waitFor(() => expect(changesOf(asked)).toEqual([[ADDRESS, { shipping_address: 3 }]]));
    expect(radio(/Desk 9 ?0113 496 0000/)).not.toBeChecked();
    await visitor.click(radio(/Desk 9/));
    expect(radio(/Desk 9/)).toBeChecked();
    await waitFor(() => expect(changesOf(asked).at(-1)).toEqual([ADDRESS, { shipping_address: 4 }]));
  });

  test.each([
    [
      'in its words on the field, the first',
      { status: 400, body: { shipping_address: ['This address is not in your list.', 'Nor in ours.'] } },
      'This address is not in your list.',
    ],
    [
      'in its words',
      { status: 409, body: { detail: 'Your payment is being confirmed.' } },
      'Your payment is being confirmed.',
    ],
  ])(
    'a choice that the shop refuses is taken back, %s',
    { tags: ['§2.19', '§3.6', '§4.10', '§4.11', '§7.10', 'D13'] },
    async (_, refusal, words) => {
      const { visitor } = openStep({ shipping_address: 4 }, [HOME, WORK], { [ADDRESS]: refusal });
      await waitFor(() => expect(radio(/Desk 9/)).toBeChecked());
      await visitor.click(radio(/Alder House/));
      expect(await screen.findByText(words)).toBeVisible();
      expect(screen.queryByText('Nor in ours.')).not.toBeInTheDocument();
      await waitFor(() => expect(radio(/Desk 9/)).toBeChecked());
    },
  );

  test('a new one is added in the form that is open where there are none, and the order is told of it', {
    tags: ['§2.19', '§5.13', '§7.10', '§7.12', '§8.16', 'G9'],
  }, async () => {
    const { visitor, asked } = openStep({}, [], {
      'POST /api/user/profile/address/': { status: 201, body: HOME },
      [ADDRESS]: { body: makeCart({ shipping_address: 3, address: HOME }) },
    });
    expect(await screen.findByText('Please select an address to proceed.')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Payment' })).not.toBeInTheDocument();
    await fillIn(visitor, {
      'Street address': '12 Gillygate',
      'Flat, house name or number': 'Flat 3, Alder House',
      City: 'York',
    });
    await visitor.click(button('Add address'));
    expect(await screen.findByText('Your address has been added.')).toBeVisible();
    await waitFor(() => expect(radio(/Alder House/)).toBeChecked());
    await waitFor(() => expect(changesOf(asked).at(-1)).toEqual([ADDRESS, { shipping_address: 3 }]));
    expect(await screen.findByRole('region', { name: 'Payment' })).toBeVisible();
    expect(screen.queryByText('Please select an address to proceed.')).not.toBeInTheDocument();
  });

  test('that could not be fetched are said so, with the form open all the same, and come when asked again', async () => {
    const { visitor } = openStep({}, [], { [ADDRESSES]: { status: 403, body: { detail: 'Not now.' } } });
    expect(await screen.findByRole('alert')).toHaveTextContent('Your addresses could not be loaded. Not now.');
    expect(button('Add address')).toBeVisible();
    pretendApi({
      [CART]: { body: [makeCart({ shipping_address: 3 })] },
      [ADDRESSES]: { body: [HOME] },
      [ADDRESS]: { body: makeCart({ shipping_address: 3 }) },
      [SETUP]: { body: { client_id: 'shop', sdk_url: null, pretended: true } },
    });
    await visitor.click(button('Try again'));
    await waitFor(() => expect(radio(/Alder House/)).toBeChecked());
  });

  test('the chosen one loses the note for the driver with its street: that is said, and the cart fetched again', async () => {
    const { visitor, asked } = openStep({ shipping_address: 3, driver_note: 'Green gate' }, [
      makeAddress({ driver_note: 'Green gate' }),
    ]);
    expect(await screen.findByText(/“Green gate”/)).toBeInTheDocument();
    await visitor.click(await screen.findByRole('button', { name: 'Edit Flat 3, Alder House' }));
    await fillIn(visitor, { 'Street address': '9 Bootham' });
    asked.length = 0;
    pretendApi({
      'PATCH /api/user/profile/address/3/': { body: makeAddress({ street_address: '9 Bootham' }) },
      [CART]: { body: [makeCart({ shipping_address: 3 })] },
    });
    await visitor.click(button('Save address'));
    expect(
      await screen.findByText('The note for the driver was about the old address. It has been removed.'),
    ).toBeVisible();
    await waitFor(() => expect(asked.map(({ call }) => call)).toEqual(['PATCH /api/user/profile/address/3/', CART]));
    await waitFor(() => expect(screen.queryByText(/“Green gate”/)).not.toBeInTheDocument());
  });

  test('whose postal code cannot be one is to be mended before paying', async () => {
    openStep({ shipping_address: 3 }, [makeAddress({ postal_code: 'NOWHERE' })]);
    expect(await screen.findByText('Please correct the postal code of this address to proceed.')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Payment' })).not.toBeInTheDocument();
  });

  test('a buyer without a name is asked for it before paying', async () => {
    const { visitor } = openStep({ buyer: '', shipping_address: 3 }, [HOME]);
    expect(await screen.findByText('Please tell us your name to proceed.')).toBeVisible();
    await visitor.click(button('Save name'));
    expect(screen.getByLabelText('Your name')).toHaveAccessibleDescription(/^Enter your name\./);
    const asked = pretendApi({
      'PATCH /api/user/profile/': { body: makeProfile() },
      [CART]: { body: [makeCart({ shipping_address: 3 })] },
      [SETUP]: { body: { client_id: 'shop', sdk_url: null, pretended: true } },
    });
    await fillIn(visitor, { 'Your name': 'Rosalind Thorne' });
    await visitor.click(button('Save name'));
    expect(await screen.findByRole('region', { name: 'Payment' })).toBeVisible();
    expect(changesOf(asked)[0]?.[1]).toMatchObject({ first_name: 'Rosalind', last_name: 'Thorne' });
  });
});

describe('Beside them', () => {
  test('the chosen day is sent, and what the shop refuses of it is taken back in its words', {
    tags: 'G23',
  }, async () => {
    const day = 'PATCH /api/user/orders/7/update-delivery-date/';
    const { visitor, asked } = openStep({ shipping_address: 3 }, [HOME], {
      [day]: { status: 400, body: { delivery_date: ['That day has just filled.', 'Sorry.'] } },
    });
    const days = within(await screen.findByRole('group', { name: 'Delivery day' }));
    const [first, second, third] = days.getAllByRole<HTMLInputElement>('radio').filter(({ disabled }) => !disabled);
    expect(first).toBeChecked();
    await visitor.click(third ?? second ?? document.body);
    expect(await screen.findByText('That day has just filled.')).toBeVisible();
    expect(changesOf(asked)).toEqual([[day, { delivery_date: (third ?? second)?.value }]]);
    await waitFor(() => expect(first).toBeChecked());
  });

  test('wishes are sent one by one, and a note for the driver when it is left', async () => {
    const wishes = {};
    const { visitor, asked } = openStep({ shipping_address: 3 }, [HOME], {
      'PATCH /api/user/orders/7/update-wishes/': (sent) => ({
        body: makeCart({ shipping_address: 3, ...Object.assign(wishes, sent) }),
      }),
    });
    expect(await screen.findByText('Nobody in: leave them with a neighbour.')).toBeInTheDocument();
    await visitor.click(screen.getByText('For the florist and the driver'));
    await visitor.click(screen.getByRole('radio', { name: /porch/i }));
    await visitor.click(screen.getByLabelText('A note for the driver'));
    await visitor.paste('Green gate');
    await visitor.click(screen.getByRole('radio', { name: /ask me/i }));
    await waitFor(() =>
      expect(changesOf(asked).map(([, body]) => body)).toEqual([
        { nobody_in: 'porch' },
        { driver_note: 'Green gate' },
        { swap_choice: 'ask' },
      ]),
    );
    expect(
      await screen.findByText(
        'Nobody in: leave them in the porch. “Green gate” A flower missing: you are asked first.',
      ),
    ).toBeInTheDocument();
  });

  test('the note is saved when it is left; one that is too long holds the payment', async () => {
    const { visitor, asked } = openStep({ shipping_address: 3 }, [HOME], {
      'PATCH /api/user/orders/7/update-text/': { body: makeCart({ shipping_address: 3, text: 'For Nell' }) },
    });
    const note = await screen.findByLabelText('Gift note');
    await visitor.click(note);
    await visitor.paste('For Nell');
    await visitor.tab();
    await waitFor(() =>
      expect(changesOf(asked)).toEqual([['PATCH /api/user/orders/7/update-text/', { text: 'For Nell' }]]),
    );
    await visitor.click(note);
    await visitor.paste('x'.repeat(300));
    expect(await screen.findByText('Please shorten the gift note to proceed.')).toBeVisible();
  });
});
