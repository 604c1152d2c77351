import { randomBytes } from 'node:crypto';
import { addDays, formatDay, londonDay, promiseFor } from '#contract/delivery.ts';
import { any, button, field, link, type Visitor } from './visitor.ts';

/** What the journeys find in the shop, and what they leave for each other. */
export type Story = {
  visitor: Visitor;
  /** A bouquet on sale. */
  bouquet: string;
  /** A photo of broken flowers, as a file. */
  photo: string;
  isPhone: boolean;
  deliverToday(order: number): Promise<void>;
  /** The cookie of a florist who is signed in. */
  staffCookie: string;
  /** The order that was bought. */
  order?: number;
};

const NOTE = 'Happy birthday, Nell. The yellow ones are from the dog.';
const BADGE = 'header';

/** The main journeys in the order in which somebody would make them; each goes on where the one before has ended. */
export const JOURNEYS: Record<string, (story: Story) => Promise<void>> = {
  look,
  register,
  buy,
  history,
  claim,
  desk,
};

async function look({ visitor, bouquet, isPhone }: Story): Promise<void> {
  await visitor.open('/');
  await visitor.reads('From our lane to their door.', 'h1');
  await visitor.look('home');
  if (isPhone) {
    await visitor.press(button('Menu', 'header'));
    await visitor.sees(link('Product', 'dialog[open]'));
    await visitor.look('menu');
    await visitor.follow(link('Product', 'dialog[open]'), /^\/product$/);
  } else await visitor.follow(link('Product', 'header'), /^\/product$/);
  await visitor.reads('All bouquets', 'h1');
  await visitor.look('list');

  await visitor.open(`/product?search=${encodeURIComponent(bouquet)}`);
  await visitor.follow(link(bouquet), /^\/product\/\d+/);
  // The list of what was found has the name in its heading too, among other words.
  await visitor.reads(new RegExp(`^\\s*${bouquet}\\s*$`), 'h1');
  await visitor.reads(/£\d+\.\d\d/);
  await visitor.look('bouquet');
}

async function register({ visitor, bouquet }: Story): Promise<void> {
  const username = `rose-${randomBytes(5).toString('hex')}`;
  await visitor.open('/');
  await visitor.press(button(`Buy now: ${bouquet}`));
  await visitor.isAt(/^\/register/);
  await visitor.reads('Please register or login first.', 'body');
  const password = 'three tulips in the rain';
  const typed = {
    'First name': 'Rosalind',
    'Last name': 'Thorne',
    Username: username,
    Email: `${username}@post.example`,
    Password: password,
    'Confirm password': password,
  };
  for (const [label, text] of Object.entries(typed)) await visitor.type(field(label), text);
  await visitor.look('register');
  await visitor.press(button('Register'));
  await visitor.isAt(/^\/product/);
  await visitor.sees(link('Cart, 1 item', BADGE));
}

async function buy(story: Story): Promise<void> {
  const { visitor, bouquet, isPhone } = story;
  await visitor.follow(link('Cart, 1 item', BADGE), /^\/cart/);
  await visitor.reads('Your cart', 'h1');
  await visitor.press(button(`One more ${bouquet}`));
  await visitor.sees(link('Cart, 2 items', BADGE));
  await visitor.type(field('Gift note'), NOTE);
  await visitor.reads(`${NOTE.length} / 300`);
  await visitor.look('cart');
  await visitor.press(button('Check Out Now'));
  await visitor.reads('Where should they go?', 'h1');
  const address = {
    'Who are they for?': 'Nell Whitcombe',
    'Street address': '12 Gillygate',
    City: 'York',
    'Flat, house name or number': 'Flat 3, Alder House',
    'Postal code': 'yo317eq',
  };
  for (const [label, text] of Object.entries(address)) await visitor.type(field(label), text);
  await visitor.look('address');
  await visitor.press(button('Add address'));
  await visitor.reads('Flat 3, Alder House, 12 Gillygate, York YO31 7EQ');

  await visitor.press(button('Edit the delivery day'));
  await visitor.press(any('.days label:has(input:enabled:not(:checked))'));
  await visitor.sees(any('.days label:has(:checked)'), 1);
  await visitor.press(any('.days button'));
  const day = findLaterDay();
  await visitor.typeDate(field('Another day'), day);
  await visitor.holds('the later day is chosen', `document.querySelector('.days :checked')?.value === '${day}'`);
  await visitor.look('days');
  if (isPhone) await visitor.press(button('Done'));
  await visitor.reads(formatDay(day));
  await visitor.look('payment');

  await visitor.press(button('Pay with PayPal'));
  const popup = await visitor.awaitOpened();
  await visitor.eventually('pay', async () => {
    await popup.press({ css: 'button', name: 'Pay now' });
    return true;
  });
  story.order = Number(await visitor.isAt(/step=done&order=(\d+)/));
  await visitor.reads('Thank you. We’ll tie them fresh.', 'h1');
  await visitor.sees(link('Cart, empty', BADGE));
  await visitor.look('done');
}

/** A day that is not among the tiles, and on which the shop delivers. */
function findLaterDay(): string {
  const now = new Date();
  let day = addDays(londonDay(now), 21);
  while (!promiseFor(now, day).ok) day = addDays(day, 1);
  return day;
}

async function history({ visitor, bouquet, order }: Story): Promise<void> {
  await visitor.open('/profile');
  await visitor.reads('Order History', 'h1');
  await visitor.reads(`Order ${order}`);
  await visitor.reads('Paid for, flowers still to come');
  await visitor.look('history');
  await visitor.follow(link(`Order ${order}`), /^\/history\/\d+$/);
  await visitor.reads(bouquet);
  await visitor.holds(
    'the note is there',
    `document.querySelector('main textarea')?.value === ${JSON.stringify(NOTE)}`,
  );
  await visitor.look('order');

  await visitor.open('/profile?tab=details');
  await visitor.press(button('Delete my account'));
  await visitor.reads('Delete your account?', 'dialog[open]');
  await visitor.holds('the focus is in the dialog', `document.activeElement?.closest('dialog') !== null`);
  await visitor.look('dialog');
  await visitor.press(button('Keep it', 'dialog[open]'));
  await visitor.sees(any('dialog[open]'), 0);
}

async function claim({ visitor, photo, order = 0, deliverToday }: Story): Promise<void> {
  await deliverToday(order);
  await visitor.open(`/history/${order}`);
  await visitor.reads('Today is the day of delivery.');
  await visitor.attach(any('main input[type="file"]'), photo);
  await visitor.holds(
    'the photo is shown',
    `document.querySelector('main img[alt="The one you chose"]')?.naturalWidth > 0`,
  );
  await visitor.type(field('What is wrong with them?'), 'Two roses are broken.');
  await visitor.look('report');
  await visitor.press(button('Send the report'));
  await visitor.reads('You reported damaged flowers');
  await visitor.reads('Two roses are broken.');
  await visitor.look('reported');
}

async function desk({ visitor, staffCookie, order }: Story): Promise<void> {
  await visitor.page.setCookie('desk', staffCookie);
  await visitor.open('/desk');
  await visitor.sees(field('Find on this sheet', 'body'));
  await visitor.sees(any(`#rail-to-tie [data-order="${order}"]`));
  await visitor.look('desk');
  await visitor.press(any(`#rail-to-tie button[aria-label^="Tied, order ${order},"]`));
  await visitor.sees(any(`#rail-tied [data-order="${order}"]`));
  await visitor.look('desk tied');
}
