import type { Part } from '../demand.ts';
import { journeys, server, storefront } from '../test-files.ts';

export const faultsMended: Part = {
  title: 'Decisions: faults that are mended',
  prefix: 'D',
  last: 19,
  demands: [
    {
      id: 'D1',
      demand: 'The search shows prices in £, and there is no $ on the page.',
      tests: [journeys.findABouquet('and part of it is enough, in any case, with picture, kind and price in pounds')],
    },
    {
      id: 'D2',
      demand:
        'Logging out revokes the refresh token, removes both tokens and all that was known of the person, in every tab, and leads to /; a call that fails does not keep anybody in.',
      tests: [
        journeys.manyTabs('Who logs out in one tab is logged out in all, and nothing of hers stays'),
        journeys.manyTabs('The shop is not told, or does not hear: logging out works all the same'),
        server.logOut('ends this session at once, and no other'),
      ],
    },
    {
      id: 'D3',
      demand: 'A line whose product is gone keeps its name and picture and says "Product not found" in red.',
      tests: [
        journeys.accountHistory('An order tells how far it has come, what it replaces, and what is sold no more'),
        journeys.wordsOfPayment('A bouquet that is no longer sold is named all the same, and said in red to be gone'),
        server.completeOrder('still tells whether it could be bought again'),
      ],
    },
    {
      id: 'D4',
      demand: 'The note on the selected address shows that very address, and the choice is sent nowhere.',
      tests: [journeys.accountAddresses('Someone looks through her addresses and chooses one, for her eyes only')],
    },
    {
      id: 'D5',
      demand: 'A login that fails says "Incorrect email or password."; one that is throttled says when to come back.',
      tests: [
        journeys.logIn('mistypes the password, is told so, and types it again'),
        journeys.logIn('has tried too often and hears when to try again, with the right password too'),
        server.logIn('stops guessing after five tries, says when to come back, and lets in who comes back then'),
      ],
    },
    {
      id: 'D6',
      demand: 'Remember me: 30 days since the last use; without it 12 hours.',
      tests: [
        server.logIn('remembers for 30 days since last use if asked, otherwise for 12 hours'),
        server.refresh('a session (remembered: %s) ends when it was not used for its time, and goes on while it is'),
        journeys.openAnAccount(
          'A new customer registers, confirms from the letter, looks after her account, and closes it',
        ),
      ],
    },
    {
      id: 'D7',
      demand: 'Fewer than one: "Quantity cannot be less than 1."',
      tests: [
        journeys.buyMoreOrLess('Less than one is refused, and so is more than the shop gives'),
        server.orders('PATCH /api/user/orders/:orderId/order-items/:itemId/ › refuses %j'),
      ],
    },
    {
      id: 'D8',
      demand:
        'A bouquet\'s own item code, the units of completed orders and the mean of its buyers\' reviews; without any "No reviews yet".',
      tests: [
        journeys.lookClosely('and reads what it is, what it costs and what is true of it'),
        server.completeOrder('counts what was sold'),
        server.reviews('gives the mean of all'),
        server.pages('a real rating is stated, and equals that of the API'),
        journeys.reviewABouquet('Someone who received a bouquet reviews it, changes her mind, and takes it back'),
      ],
    },
    {
      id: 'D9',
      demand:
        'Orders, products or addresses that cannot be fetched, an address that cannot be deleted, a logout that is not heard: the page says so, keeps what it showed and offers "Try again".',
      tests: [
        journeys.accountHistory('While orders are on their way there is one word; when they do not come, it is said'),
        journeys.accountHistory('Many orders come as one scrolls, and Back leads to where one was'),
        journeys.accountAddresses('Addresses that do not come are said so, and come when asked again'),
        journeys.accountAddresses('An address that could not be deleted is back, and it is said'),
        journeys.findABouquet('and hears of it when the shop cannot be reached or breaks; Try again works'),
        journeys.buyMoreOrLess('The cart cannot be fetched: the page says so, and tries again'),
        journeys.manyTabs('The shop is not told, or does not hear: logging out works all the same'),
      ],
    },
    {
      id: 'D10',
      demand:
        'Total is the goods; below it "Delivery fee" £5.00 and "Amount to pay", the sum of both, which the provider is asked for as item total and shipping.',
      tests: [
        journeys.wordsOfCart('Total is the goods alone; the fee of five pounds and the amount to pay stand under it'),
        server.askProvider('the provider is asked in pounds for the goods and, apart from them, for the delivery'),
        server.pay('completes the order, once, for what the page said'),
      ],
    },
    {
      id: 'D11',
      demand: 'Slogans on flowers and giving, every 3 seconds, still for those who ask for less motion.',
      tests: [
        journeys.logIn('on … take turns every three seconds, until someone stops them'),
        journeys.logIn('for someone who asked for less motion › stand still'),
      ],
    },
    {
      id: 'D12',
      demand:
        'Confirming while signed in: with q the address is confirmed and / opens with "Your email has been confirmed."; without q / opens.',
      tests: [
        journeys.openAnAccount(
          'A new customer registers, confirms from the letter, looks after her account, and closes it',
        ),
        journeys.logIn('Someone signed in has no business on the pages for guests'),
        journeys.lettersAndKeys('Someone confirms on another device, where nobody is signed in; the link works once'),
      ],
    },
    {
      id: 'D13',
      demand:
        'Address, note and quantity that the server refuses: the message of the field, else its detail as a toast, and the page returns to what the server holds.',
      tests: [
        journeys.wordsOfAddress(
          'The first address is chosen by itself and every choice is sent; the phone stands where there is one',
        ),
        journeys.wordsOfCart(
          'A note that the shop refuses is told under it, anything else as a toast, and one stays in the cart',
        ),
        journeys.wordsOfCart(
          'A quantity is sent with its product; what the shop says of it is shown, the first message',
        ),
      ],
    },
    {
      id: 'D14',
      demand:
        'No renewal starts from the calls that log in, register, renew, log out, confirm or reset; a renewal that breaks (no network, 5xx) costs no token, one that is refused (400, 401) costs both.',
      tests: [
        journeys.wordsOfSession('Being refused by a call about the session itself renews nothing and ends nothing'),
        storefront.refresh('keeps the session when the answer is %i'),
        storefront.refresh('when the server refuses with %i: both are cleared and the visitor logs in'),
        journeys.badDays('keeps her session, however wrongly the shop answers'),
      ],
    },
    {
      id: 'D15',
      demand: 'Either token means being signed in, on the pages for guests as anywhere.',
      tests: [journeys.wordsOfSession('Either token alone means being signed in')],
    },
    {
      id: 'D16',
      demand: 'A guest who wants a bouquet meets the same toast, the same remembering and /register on every page.',
      tests: [
        journeys.signUpFirst(
          'A visitor without an account wants a bouquet: is asked to register, and the bouquet is remembered',
        ),
      ],
    },
    {
      id: 'D17',
      demand:
        'Success is shown once the server has confirmed the capture; until then the page waits and claims nothing.',
      tests: [
        journeys.buyAndPay(
          'While the provider has not said its last word the page claims nothing, also when loaded anew',
        ),
        journeys.buyAndPay('The answer to the capture is lost: the page asks again and finds the payment'),
        server.faults('and later %s leaves the order %s; until then nobody says so'),
      ],
    },
    {
      id: 'D18',
      demand: 'The 10 seconds are counted down in sight, with "View order" and a way to stay.',
      tests: [
        journeys.wordsOfPayment('Ten seconds after the success, and not before, the order opens as it was bought'),
        journeys.buyABouquet('Whoever would rather stay is not led on, and may look at the order when they like'),
      ],
    },
    {
      id: 'D19',
      demand: 'The list of orders can be asked for by status and in pages: status, limit, before.',
      tests: [
        server.listOrders('gives those of one status'),
        server.listOrders('can be read in pages'),
        server.listOrders('asks the database once, however long the list'),
      ],
    },
  ],
};
