import { describe, expect, test } from 'vitest';
import { Letter, type LetterKind } from '../letter.ts';
import { renderLetter } from './render-letter.ts';

const LINK = 'https://shop.example/password/reset/confirm/MQ/a-token?with=one&more=two';
/** What letters to staff need besides. */
const OF_DESK = { roles: ['florist', 'driver'], invitedBy: 'Hana', what: 'passkey added' };
const OF_CODE = { code: '012345' };
const OF_REVIEW = { bouquet: 'Tearoom', reason: 'Abuse' };
const write = (kind: LetterKind, changes: Partial<Letter> = {}) =>
  renderLetter(
    {
      kind,
      to: 'ada@example.org',
      firstName: 'Ada',
      link: LINK,
      ...OF_DESK,
      ...OF_CODE,
      ...OF_REVIEW,
      ...changes,
    } as Letter,
    {
      publicUrl: 'https://shop.example',
    },
  );

const KINDS: LetterKind[] = [
  'confirm-email',
  'confirm-new-email',
  'email-change-asked',
  'reset-password',
  'password-changed',
  'login-code',
  'password-removed',
  'account-deleted',
  'desk-invitation',
  'desk-link',
  'desk-access',
  'review-hidden',
];

describe.each(KINDS)('the letter %s', (kind) => {
  test('says the same in HTML and in plain text', () => {
    const { html, text } = write(kind);
    const plain = (words: string) => words.replaceAll(/\s+/g, ' ').trim();
    const inHtml = plain(html.replaceAll(/<(style|title)[\s\S]*?<\/\1>|<[^>]+>/g, ' ').replaceAll('&amp;', '&'));
    // What a link is for stands before it, with a colon.
    for (const line of text.split('\n').map(plain)) expect(inHtml).toContain(line.replace(/:$/, ''));
    expect(text).not.toMatch(/[<>]|&amp;|undefined/);
  });

  test('greets by name, needs no picture and no other host, and does not shout', () => {
    const { subject, html, text } = write(kind);
    expect(text).toContain('Hello Ada,');
    expect(html).not.toMatch(/<img|<link|@import|url\(/);
    expect(`${subject} ${text}`).not.toContain('!');
    expect(subject.length).toBeLessThan(50);
  });

  test('shows a name as it was typed at most, never as markup', () => {
    const { html } = write(kind, { firstName: '<img src=x onerror=alert(1)>' });
    expect(html).not.toMatch(/<img|onerror/);
  });
});

test('a link stands in both forms, whole, and where it can be pressed', () => {
  const { html, text } = write('reset-password');
  expect(text).toContain(`\n${LINK}\n`);
  const pressed = [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href?.replaceAll('&amp;', '&'));
  expect(pressed).toEqual([LINK, LINK]);
});

test('a code within a session comes without a link to log in', () => {
  const { subject, html, text } = write('login-code', { link: null });
  expect(subject).toBe('012 345 is your code');
  expect(text).toContain('012 345');
  expect(`${html}${text}`).not.toMatch(/href|Log in/);
});

test('a change of address that a code proved blames no password, and says how to give it up without one', () => {
  const { text } = write('email-change-asked', { hasPassword: false });
  expect(text).toContain('Someone who can read this mailbox');
  expect(text).toContain('set a password on your account page: that gives the change up too');
  expect(text).not.toMatch(/knows the password|new password/);
  const sealedBefore = Letter.parse({ kind: 'email-change-asked', to: '', firstName: 'Ada' });
  expect(write('email-change-asked', sealedBefore).text).toContain('Someone who knows the password');
});

test.each([
  ['confirm-email', 'three days'],
  ['confirm-new-email', 'three days'],
  ['confirm-new-email', 'the account keeps the address it has'],
  ['email-change-asked', 'nothing changes, and our letters come here'],
  ['email-change-asked', 'that gives the change up too'],
  ['reset-password', 'once, for three hours'],
  ['reset-password', 'If it was not you, do nothing'],
  ['password-changed', 'every other device that was signed in has been signed out'],
  ['password-changed', 'If it was not you'],
  ['login-code', '012 345'],
  ['login-code', 'It works once, for 10 minutes.'],
  ['login-code', 'tell nobody the code'],
  ['password-removed', 'every device that was signed in has been signed out'],
  ['password-removed', 'If it was not you who logged in'],
  ['desk-invitation', 'Hana asks you to join the desk of Marigold Lane as florist and driver.'],
  ['desk-invitation', 'once, for seven days'],
  ['desk-link', 'once, for 15 minutes, in the browser in which it was asked for'],
  ['desk-access', 'A new passkey opens the desk as you from now on.'],
  ['review-hidden', 'Your review of Tearoom is hidden'],
  ['review-hidden', 'The reason: Abuse.'],
  ['account-deleted', 'six years'],
] as const)('%s says "%s"', (kind, words) => {
  const { text } = write(kind);
  expect(text.replaceAll('\n', ' ')).toContain(words);
});

test('nothing that people wrote turns the lines of a letter around', () => {
  const order = { id: 7, items: [], total: 30, deliveryFee: 5, paid: 35, day: 'Tuesday 17 November' };
  const written = { address: ['\u202eNell', '4 Lane\u2067'], note: 'With \u202dlove' };
  const { html, text } = write('order-to-tie', { order: { ...order, ...written }, buyer: '\u202eAda' });
  for (const form of [html, text]) expect(form).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  expect(text).toContain('With love');
});

const picture = { path: '/pictures/0123456789abcdef-320.jpg', alt: 'Pink roses in a jug' };
const vase = { name: 'Glass vase', price: 12 };
const ORDER = {
  id: 7,
  items: [
    { name: 'Tearoom', itemCode: 'ML-001', size: 'standard' as const, quantity: 2, price: 30, picture, extras: [] },
    {
      name: 'Rosy Parlour',
      itemCode: 'ML-002',
      size: 'large' as const,
      quantity: 1,
      price: 40,
      picture: null,
      extras: [vase],
    },
  ],
  total: 112,
  deliveryFee: 5,
  paid: 117,
  day: 'Tuesday 17 November',
  address: ['Nell Whitcombe', 'Flat 2', '4 Marigold Lane', 'London E8 3QX'],
  note: 'With love\nfrom us',
};

test('the confirmation shows bouquets and card, says to whom they go, and where questions go', () => {
  const { subject, html, text } = write('order-confirmed', { order: ORDER });
  expect(subject).toBe('Your order 7, for Tuesday 17 November');
  expect(html.match(/<img[^>]+>/g)).toEqual([expect.stringContaining('alt="Pink roses in a jug"')]);
  expect(html).toContain(`src="https://shop.example${picture.path}"`);
  expect(html).toMatch(/width="88"[^>]*height="110"|height="110"[^>]*width="88"/);
  const lines = text.split('\n').filter(Boolean);
  for (const words of ['2 × Tearoom, £30.00 each', 'Delivering to', 'Nell Whitcombe', 'With love', 'from us'])
    expect(lines).toContain(words);
  expect(text).toContain('Write to hello@marigoldlane.example and name order 7.');
  expect(text).not.toMatch(/on their way|Delivered to|pictures/);
});

test.each([
  ['order-confirmed', '1 × Rosy Parlour, large, £40.00 each; with Glass vase, £12.00 each'],
  ['order-dispatched', '1 × Rosy Parlour, large, with Glass vase'],
  ['order-delivered', '1 × Rosy Parlour, large, with Glass vase'],
  ['order-cancelled', '1 × Rosy Parlour, large, with Glass vase'],
  ['order-to-tie', '1 × Rosy Parlour, large (ML-002), with Glass vase'],
  ['claim-to-answer', '1 × Rosy Parlour, large (ML-002), with Glass vase'],
  ['review-invited', 'Rosy Parlour, large'],
] as const)('%s names the size and what goes with it: %s', (kind, words) => {
  const { text } = write(kind, {
    order: ORDER,
    buyer: 'Ada',
    words: 'Broken',
    why: '',
    amount: 40,
    reason: 'No roses',
  });
  expect(text.split('\n')).toContain(words);
});

test('the words of a claim reach the florist in the lines in which they were written', () => {
  const { text } = write('claim-to-answer', {
    order: ORDER,
    words: 'Two roses are broken.\nThe box was wet.',
    why: '',
  });
  expect(text.split('\n')).toEqual(expect.arrayContaining(['Two roses are broken.', 'The box was wet.']));
});

const changeLink = 'https://shop.example/login?next=/history/7/change';

test.each([
  ['order-confirmed', { order: ORDER }],
  ['order-changed', { order: ORDER, changed: [{ what: 'card', before: ['With love'] }] }],
  ['cancel-declined', { order: ORDER, reason: 'The roses are cut.' }],
  ['order-replaced', { orderId: 7, replacement: { order: 8, day: 'Tuesday 17 November' } }],
] as const)(
  '%s leads to where the order is changed, while it can be, and asks nobody to write for that',
  (kind, told) => {
    const { html, text } = write(kind, { ...told, changeLink } as Partial<Letter>);
    expect(html).toContain(`href="${changeLink}"`);
    expect(text).toMatch(/Change (or cancel )?this order/);
    expect(text).not.toContain('something to change? Write');
    // Its flowers were tied, or the letter is older.
    expect(write(kind, { ...told, changeLink: null } as Partial<Letter>).text).not.toContain('/change');
  },
);

test.each(['order-confirmed', 'order-dispatched'] as const)('%s has a link to share, to press and to copy', (kind) => {
  const trackLink = 'https://shop.example/track/7-0123456789abcdef0123456789abcdef';
  const { html, text } = write(kind, { order: ORDER, trackLink });
  expect(html).toContain(`href="${trackLink}"`);
  expect(text).toContain('Share tracking');
  expect(text.split('\n')).toContain(trackLink);
});

test('a letter that an earlier version sealed is written without pictures', () => {
  const items = ORDER.items.map(({ picture: _none, size: _noSize, extras: _noExtras, ...item }) => item);
  const sealed = { kind: 'order-confirmed', to: '', firstName: 'Ada', link: '', order: { ...ORDER, items } };
  const { html, text } = write('order-confirmed', Letter.parse(sealed));
  expect(html).not.toContain('<img');
  expect(text).toContain('2 × Tearoom, £30.00 each');
});

test.each([
  [true, 'send us a photo today, from the page of your order, and we replace it.'],
  [false, 'send us a photo from the page of your order.'],
])('they have arrived, on their day: %s', (onItsDay, words) => {
  const { text } = write('order-delivered', { order: ORDER, onItsDay });
  expect(text).toContain(words);
  expect(text).toContain('Delivered to');
});

describe('letters about the delivery', () => {
  test('the one that says they have left has a link for the recipient, and the number of a carrier', () => {
    const trackLink = 'https://shop.example/track/7-0123456789abcdef0123456789abcdef';
    const { text } = write('order-dispatched', { order: ORDER, trackLink, carrierNumber: 'JD0002' });
    expect(text.split('\n')).toEqual(expect.arrayContaining([trackLink, 'JD0002']));
    expect(write('order-dispatched', { order: ORDER }).text).not.toMatch(/track|carrier/);
  });

  test.each([
    [{ outcome: 'neighbour', takenBy: 'number 20' }, 'Your flowers are with a neighbour: number 20.'],
    [{ outcome: 'handed over', takenBy: 'in a safe place' }, 'Your flowers have arrived: in a safe place.'],
    [{ outcome: 'handed over', takenBy: '' }, 'Your flowers are at the door they were sent to.'],
  ] as const)('the one that says they are there shows the photo: %j', (handover, words) => {
    const photoPath = '/api/delivery-photos/7-0123456789abcdef0123456789abcdef/';
    const { html, text } = write('order-delivered', {
      order: ORDER,
      onItsDay: true,
      handover: { ...handover, photoPath },
    });
    expect(text).toContain(words);
    expect(html).toContain(`src="https://shop.example${photoPath}"`);
    expect(text).toContain('It is deleted after 30 days.');
  });

  test.each([
    ['again today', 'We try again today.'],
    ['another day', 'We try again on Tuesday 17 November.'],
  ] as const)('the one that says nobody was in tells what happens next: %s', (nextTry, words) => {
    const { subject, text } = write('order-not-delivered', { order: ORDER, nextTry });
    expect(subject).toBe('Nobody was in for your order 7');
    for (const told of ['Hello Ada,', words, 'nothing for you to do', LINK]) expect(text).toContain(told);
  });

  test.each([
    [{ order: 12, day: 'Tuesday 17 November' }, 'New flowers come on Tuesday 17 November instead, as order 12.'],
    [null, 'You reported them as damaged: the florist answers you by email before anything is sent again.'],
  ])('of what was reported as damaged it promises no other try: %j', (replacement, words) => {
    const { text } = write('order-not-delivered', {
      order: ORDER,
      nextTry: 'another day',
      instead: { replacement },
    });
    expect(text).toContain(words);
    expect(text).not.toContain('We try again');
  });
});

describe('letters about money that goes back', () => {
  test('a refund names amount, reason, and what is left of what was paid', () => {
    const told = { orderId: 7, amount: 12, reason: 'A rose was short <b>', paid: 105, left: 93 };
    const { subject, html, text } = write('order-refunded', told);
    expect(subject).toBe('£12.00 of order 7 is on its way back');
    for (const words of ['Hello Ada,', 'A rose was short <b>', 'You paid £105.00', '£93.00 of it'])
      expect(text).toContain(words);
    expect(html).toContain('A rose was short &lt;b&gt;');
    expect(write('order-refunded', { ...told, left: 0 }).text).toContain('all of the £105.00');
  });

  test('a cancelled order names its flowers, its day, why, and the whole amount', () => {
    const { subject, text } = write('order-cancelled', { order: ORDER, amount: 105, reason: 'No tulips' });
    expect(subject).toBe('Your order 7 is cancelled');
    for (const words of ['Tuesday 17 November', 'No tulips', '2 × Tearoom', '£105.00']) expect(text).toContain(words);
  });

  test('a cancellation that is asked for says so to the florist; one that is declined says why to the buyer', () => {
    const asked = write('order-changed-by-buyer', { order: ORDER, buyer: 'Ada', changed: ['to cancel'] });
    expect(asked.subject).toBe('Order 7: its buyer asks to cancel it');
    expect(asked.text.replaceAll('\n', ' ')).toContain('Until then it cannot be tied.');
    const { subject, text } = write('cancel-declined', {
      order: ORDER,
      reason: 'The roses are cut.',
      isToCome: true,
    });
    expect(subject).toBe('Your order 7 is not cancelled');
    for (const words of ['it comes on that day, as agreed', 'The roses are cut.', LINK])
      expect(text.replaceAll('\n', ' ')).toContain(words);
  });

  test('a payment that was refused after all says that no money was taken and where the flowers are', () => {
    const { text } = write('payment-refused', { amount: 105 });
    for (const words of ['£105.00', 'No money was taken', 'in your cart again', LINK]) expect(text).toContain(words);
  });

  test('a refund that failed tells the florist what to do', () => {
    const failed = { orderId: 7, amount: 12, issue: 'REFUND_FAILED', isCancelled: true };
    const { text } = write('refund-failed', failed);
    expect(text).not.toContain('log');
    for (const words of ['£12.00', 'REFUND_FAILED', 'orders refund 7', '£12.00 of it is left', 'that money is owed'])
      expect(text).toContain(words);
  });

  test.each([
    ['refund-failed', { orderId: 7, amount: 12, issue: 'REFUND_FAILED', isCancelled: true }],
    ['money-left', { orderId: 7, as: 'refunded', amount: 12, day: 'Tuesday', stage: 'to tie', left: 0 }],
    ['stray-money', { invoice: 'ML-7', captureId: 'C1', amount: 12, takenOn: 'Tuesday' }],
  ] as const)('%s, a letter of trouble, names what led to it in the log', (kind, about) => {
    const { text } = write(kind, { ...about, logId: '3fa94c11d2e0-1z' });
    expect(text).toContain('in the log of the shop, under 3fa94c11d2e0-1z.');
  });
});

const SWAP = {
  orderId: 7,
  bouquet: 'Rosy Parlour',
  flower: 'Ivory ranunculus',
  count: 4,
  instead: 'White rose',
  insteadCount: 5,
  day: 'Tuesday 17 November',
};

test('the question about a missing flower names both, shows the photo and has two links', () => {
  const link = 'https://shop.example/swap/a-key';
  const { html, text } = write('swap-asked', { ...SWAP, photoPath: '/api/swaps/a-key/photo/', link });
  for (const words of ['4 × Ivory ranunculus', '5 × White rose', `${link}?answer=fine`, `${link}?answer=call`])
    expect(text).toContain(words);
  expect(html).toContain('src="https://shop.example/api/swaps/a-key/photo/"');
  expect(write('swap-asked', { ...SWAP, photoPath: null, link }).html).not.toContain('<img');
});

test('the letter about a swap that was made names both flowers and asks nothing', () => {
  const { subject, text } = write('swap-made', SWAP);
  expect(subject).toBe('A flower was swapped in your order 7');
  for (const words of ['4 × Ivory ranunculus', '5 × White rose', 'for Tuesday 17 November'])
    expect(text).toContain(words);
  expect(text).not.toContain('?answer');
});

describe('the letter about a date', () => {
  const bouquet = { name: 'Tearoom', price: 30, delivered: 35, link: 'https://shop.example/product/7', picture };
  const stopLink = 'https://shop.example/reminders/stop/7-0123456789abcdef0123456789abcdef';
  const told = {
    who: 'Nell',
    occasion: 'birthday' as const,
    everyYear: true,
    date: 'Wednesday 17 November',
    arrivesOn: 'Wednesday 17 November',
    orderBy: { time: '12:00', day: 'Tuesday 16 November' },
    orderFrom: null,
    bouquets: [bouquet, { ...bouquet, name: 'Rosy Parlour', picture: null }],
    link: LINK,
    accountLink: 'https://shop.example/login?next=%2Fprofile%3Ftab%3Dreminders',
    stopLink,
  };

  test('says the same in HTML and in plain text: the date, the bouquets with what they cost, and how to stop it', () => {
    const { subject, html, text } = write('date-reminder', told);
    expect(subject).toBe('Nell’s birthday: Wednesday 17 November');
    for (const words of [
      'Hello Ada,',
      'You asked us to remember a date for you: Nell’s birthday, on Wednesday 17 November.',
      'Tearoom, £30.00; with delivery £35.00',
      'order by 12 noon on Tuesday 16 November',
      'Stop this reminder',
      stopLink,
      bouquet.link,
      'because you asked Marigold Lane to remind you of this date, once a year',
    ])
      for (const form of [html.replaceAll('&amp;', '&'), text]) expect(form).toContain(words);
    expect(html.match(/<img[^>]+>/g)).toEqual([expect.stringContaining('alt="Pink roses in a jug"')]);
    expect(`${subject} ${text}`).not.toMatch(/!|undefined/);
  });

  test.each([
    [{ arrivesOn: 'Tuesday 16 November' }, 'would come before, on Tuesday 16 November'],
    [{ orderFrom: 'Monday 1 November 2027' }, 'choose Wednesday 17 November from Monday 1 November 2027 on'],
    [{ orderBy: { time: '10:30', day: 'Tuesday 16 November' } }, 'order by 10:30 on Tuesday 16 November'],
    [{ occasion: 'memory' as const }, 'In memory of Nell, on Wednesday 17 November'],
    [{ everyYear: false }, 'remind you of this date, once.'],
  ])('%j says "%s"', (changes, words) => {
    expect(write('date-reminder', { ...told, ...changes }).text).toContain(words);
  });

  test('shows a name as it was typed at most, never as markup', () => {
    const { html } = write('date-reminder', { ...told, who: '<img src=x onerror=alert(1)>' });
    expect(html).not.toMatch(/onerror=alert\(1\)>/);
  });
});
