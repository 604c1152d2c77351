import type { Profile } from '#contract/accounts.ts';
import type { SavedAddress } from '#contract/addresses.ts';
import type { ItemExtra, Order, OrderItem } from '#contract/orders.ts';
import type { Picture } from '#contract/pictures.ts';
import type { Product } from '#contract/products.ts';

/** Things as the shop sends them, each with what a test changes in it. */

const PICTURE: Picture = {
  id: 'p1',
  alt: 'A bouquet',
  width: 1200,
  height: 1296,
  widths: [400],
  placeholder: 'data:,',
};

export const makeProduct = (changes: Partial<Product> = {}): Product => ({
  id: 1,
  name: 'Peony Weather',
  category: 'Hand-tied',
  price: 49,
  image: '/pictures/p1-400.jpg',
  desc: 'Peonies and what grows beside them.',
  occasions: [],
  availability: 'on_sale',
  pictures: [PICTURE],
  sizes: [{ size: 'standard', price: changes.price ?? 49 }],
  ...changes,
});

export const VASE: ItemExtra = { id: 5, name: 'Clear vase', price: 12, availability: 'on_sale' };

export const makeLine = (changes: Partial<OrderItem> = {}): OrderItem => ({
  id: 11,
  product: 1,
  size: 'standard',
  quantity: 1,
  price: 49,
  price_when_added: changes.price ?? 49,
  name: 'Peony Weather',
  picture: PICTURE,
  availability: 'on_sale',
  extras: [],
  ...changes,
});

/** A cart with one of the first bouquet and two of the second. */
export function makeCart(changes: Partial<Order> = {}): Order {
  const order_items = changes.order_items ?? [
    makeLine(),
    makeLine({ id: 12, product: 2, quantity: 2, price: 36, name: 'Tearoom' }),
  ];
  const goods = order_items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  return {
    id: 7,
    buyer: 'Rosalind Thorne',
    status: 'P',
    order_items,
    total_cost: goods,
    delivery_fee: 5,
    amount_to_pay: goods + 5,
    text: '',
    driver_note: '',
    swap_choice: 'choose',
    nobody_in: 'neighbour',
    shipping_address: null,
    address: null,
    delivery_date: null,
    completed_at: null,
    dispatched_at: null,
    delivered_at: null,
    replaces: null,
    being_paid: false,
    stage: null,
    sums: [
      { kind: 'goods', label: 'Flowers', amount: goods },
      { kind: 'delivery', label: 'Delivery', amount: 5 },
    ],
    code: null,
    code_problem: null,
    code_gives: null,
    refunded: 0,
    refunds: [],
    ...changes,
  };
}

/** The same, paid for some days ago and not tied yet. */
export const makeOrder = (changes: Partial<Order> = {}): Order => {
  const { id: _id, ...address } = makeAddress();
  return makeCart({
    status: 'C',
    stage: 'to tie',
    address,
    delivery_date: '2099-02-14',
    completed_at: '2099-02-12T09:00:00.000Z',
    ...changes,
  });
};

export const makeAddress = (changes: Partial<SavedAddress> = {}): SavedAddress => ({
  id: 3,
  country: 'GB',
  city: 'York',
  street_address: '12 Gillygate',
  apartment_address: 'Flat 3, Alder House',
  postal_code: 'YO31 7EQ',
  address_type: 'S',
  phone: '',
  recipient_name: '',
  driver_note: '',
  nobody_in: null,
  swap_choice: null,
  ...changes,
});

export const makeProfile = (changes: Partial<Profile> = {}): Profile => ({
  id: 1,
  username: 'rosalind',
  email: 'rosalind@post.example',
  first_name: 'Rosalind',
  last_name: 'Thorne',
  email_confirmed: true,
  new_email: null,
  has_password: true,
  ...changes,
});
