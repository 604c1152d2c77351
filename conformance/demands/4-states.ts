import type { Part } from '../demand.ts';
import { journeys, server, storefront } from '../test-files.ts';

export const states: Part = {
  title: '4. States and transitions',
  prefix: '§4.',
  last: 19,
  demands: [
    {
      id: '§4.1',
      demand: 'One person has at most one pending order.',
      tests: [
        server.answers('one person has one pending order, and the database itself refuses a second'),
        server.atOnce('200 first adds make one cart with all of them'),
      ],
    },
    {
      id: '§4.2',
      demand: 'The first product that is added makes the pending order.',
      tests: [
        server.orders('makes the cart, with prices of ours, the delivery fee and what is to pay'),
        journeys.wordsOfWindow(
          'Buy now and Add to Cart put in one unit for each press, the first of which makes the order',
        ),
      ],
    },
    {
      id: '§4.3',
      demand: 'A completed order is no longer in the cart, and nothing but completed orders is in the history.',
      tests: [
        server.orders('begins a new cart once the last one is completed'),
        server.listOrders('gives those of one status'),
        journeys.buyABouquet('A new customer sends a bouquet to a friend'),
        journeys.wordsOfAccount('What is still in the cart is no part of the history'),
        journeys.wordsOfPayment('An order that is still the cart is no page of the history'),
      ],
    },
    {
      id: '§4.4',
      demand:
        'An approved payment (and captured, D17) ends in the success step, which gives way to /history/{order id} after 10 seconds.',
      tests: [
        journeys.wordsOfPayment('Ten seconds after the success, and not before, the order opens as it was bought'),
      ],
    },
    {
      id: '§4.5',
      demand:
        'The steps are cart, address, success; Check Out Now goes from the first to the second and saves the note.',
      tests: [journeys.wordsOfCart('Check Out Now saves the note and moves on; Back comes back')],
    },
    {
      id: '§4.6',
      demand: 'Back goes from the second step to the first.',
      tests: [
        journeys.wordsOfCart('Check Out Now saves the note and moves on; Back comes back'),
        journeys.buyABouquet('A new customer sends a bouquet to a friend'),
      ],
    },
    {
      id: '§4.7',
      demand: 'Paying goes from the second step to the third.',
      tests: [journeys.buyABouquet('A new customer sends a bouquet to a friend')],
    },
    {
      id: '§4.8',
      demand: 'A box chooses every line of the cart, boxes of their own choose single lines.',
      tests: [journeys.wordsOfCart('Rows are chosen one by one or all at once, and only then can they be removed')],
    },
    {
      id: '§4.9',
      demand: '"Remove N Item(s)" is there as soon as a line is chosen, and only then.',
      tests: [journeys.wordsOfCart('Rows are chosen one by one or all at once, and only then can they be removed')],
    },
    {
      id: '§4.10',
      demand: 'In the checkout the first address is chosen for whoever chose none.',
      tests: [
        journeys.wordsOfAddress(
          'The first address is chosen by itself and every choice is sent; the phone stands where there is one',
        ),
      ],
    },
    {
      id: '§4.11',
      demand: 'Choosing an address sends it as that of the order.',
      tests: [
        journeys.wordsOfAddress(
          'The first address is chosen by itself and every choice is sent; the phone stands where there is one',
        ),
      ],
    },
    {
      id: '§4.12',
      demand: 'Signed in is whoever has an access or a refresh token stored.',
      tests: [
        journeys.wordsOfSession('Either token alone means being signed in'),
        storefront.refresh('starts from a refresh token alone'),
      ],
    },
    {
      id: '§4.13',
      demand: 'Logging in stores both tokens.',
      tests: [journeys.wordsOfSession('Logging in keeps both tokens under their names')],
    },
    {
      id: '§4.14',
      demand: 'Logging out removes both tokens.',
      tests: [journeys.manyTabs('Who logs out in one tab is logged out in all, and nothing of hers stays')],
    },
    {
      id: '§4.15',
      demand: 'A registration that brings both tokens signs in and goes to /product.',
      tests: [
        journeys.openAnAccount(
          'A new customer registers, confirms from the letter, looks after her account, and closes it',
        ),
        journeys.wordsOfSession('Registering asks for six things, all of them needed, and sends exactly those'),
      ],
    },
    {
      id: '§4.16',
      demand: 'Confirming an email waits, then succeeds or fails; without q it fails at once.',
      tests: [
        journeys.lettersAndKeys('Someone confirms on another device, where nobody is signed in; the link works once'),
        journeys.lettersAndKeys('Someone opens the page without a key: it says so at once and asks the shop nothing'),
      ],
    },
    {
      id: '§4.17',
      demand:
        'The account page begins with History and changes between History and Address List when they are pressed.',
      tests: [journeys.accountAddresses('Someone looks through her addresses and chooses one, for her eyes only')],
    },
    {
      id: '§4.18',
      demand:
        'Fetching orders or addresses shows as loading; deleting an address shows at once, and can be undone while it waits.',
      tests: [
        journeys.accountHistory('While orders are on their way there is one word; when they do not come, it is said'),
        journeys.wordsOfAccount('While addresses are on their way there is one word'),
        journeys.accountAddresses('Someone deletes an address and thinks again; then deletes it for good'),
      ],
    },
    {
      id: '§4.19',
      demand: 'The slogans of the login and register pages change every 3 seconds.',
      tests: [journeys.logIn('on … take turns every three seconds, until someone stops them')],
    },
  ],
};
