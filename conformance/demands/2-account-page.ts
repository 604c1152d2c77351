import type { Demand } from '../demand.ts';
import { journeys } from '../test-files.ts';

export const accountPage: Demand[] = [
  {
    id: '§2.27',
    demand: 'Account page: a menu with History, Address List and Log out (and, beyond what was asked for, My details).',
    tests: [journeys.accountHistory('Someone who bought before finds her orders, the newest first, and opens one')],
  },
  {
    id: '§2.28',
    demand: 'The menu is a column on wide screens and a strip on small ones; the current item stands out.',
    tests: [
      journeys.wordsOfAccount(
        'The menu is a column on a wide screen and a strip on a small one, and marks where one is',
      ),
    ],
  },
  {
    id: '§2.29',
    demand: 'While it loads there is nothing but the word "Loading".',
    tests: [
      journeys.accountHistory('While orders are on their way there is one word; when they do not come, it is said'),
      journeys.wordsOfAccount('While addresses are on their way there is one word'),
    ],
  },
  {
    id: '§2.30',
    demand: 'History is titled "Order History" and lists completed orders alone, status C.',
    tests: [
      journeys.accountHistory('Someone who bought before finds her orders, the newest first, and opens one'),
      journeys.wordsOfAccount('What is still in the cart is no part of the history'),
    ],
  },
  {
    id: '§2.31',
    demand:
      'A card of the history has the number of the order, the buyer, the items in three columns (picture, name, quantity × price of one) and the total with two decimals.',
    tests: [
      journeys.accountHistory('Someone who bought before finds her orders, the newest first, and opens one'),
      journeys.wordsOfAccount('The items of an order stand in three columns, each with its picture'),
    ],
  },
  {
    id: '§2.32',
    demand: 'A line whose product is gone says so in red (in English, as D3 settles).',
    tests: [
      journeys.accountHistory('An order tells how far it has come, what it replaces, and what is sold no more'),
      journeys.wordsOfPayment('A bouquet that is no longer sold is named all the same, and said in red to be gone'),
    ],
  },
  {
    id: '§2.33',
    demand: 'Without completed orders: "You have no completed orders."',
    tests: [journeys.accountHistory('Someone who never bought is invited to')],
  },
  {
    id: '§2.34',
    demand: 'Pressing a card of the history opens /history/{id}.',
    tests: [journeys.accountHistory('Someone who bought before finds her orders, the newest first, and opens one')],
  },
  {
    id: '§2.35',
    demand:
      'Address List: for each address a card with the apartment as its heading, the phone, one line of country, city, street and apartment, a radio to choose it and Delete to remove it.',
    tests: [
      journeys.accountAddresses('Someone looks through her addresses and chooses one, for her eyes only'),
      journeys.accountAddresses('Someone deletes an address and thinks again; then deletes it for good'),
    ],
  },
  {
    id: '§2.36',
    demand:
      'Pressing a card chooses it and makes it stand out; a green note "Selected address" comes below the list; nothing of it is sent.',
    tests: [
      journeys.accountAddresses('Someone looks through her addresses and chooses one, for her eyes only'),
      journeys.wordsOfAccount('The address that is chosen stands out, and its note is green'),
    ],
  },
  {
    id: '§2.37',
    demand: 'Log out calls the logout endpoint.',
    tests: [
      journeys.manyTabs('Who logs out in one tab is logged out in all, and nothing of hers stays'),
      journeys.wordsOfAccount('Log out calls the shop'),
    ],
  },
];
