import type { Part } from '../demand.ts';
import { contract, journeys, server, storefront } from '../test-files.ts';

export const constants: Part = {
  title: '9. Business constants and limits',
  prefix: '§9.',
  last: 18,
  demands: [
    {
      id: '§9.1',
      demand: 'API timeout: 10000 ms.',
      tests: [storefront.send('that gets no answer, or half of one, is given up after 10000 ms and not before')],
    },
    {
      id: '§9.2',
      demand: 'Tokens are stored as access_token and refresh_token.',
      tests: [journeys.wordsOfSession('Logging in keeps both tokens under their names')],
    },
    {
      id: '§9.3',
      demand: 'Status codes: P pending, C completed.',
      tests: [contract.specified('an order is P or C, and nothing else')],
    },
    {
      id: '§9.4',
      demand: 'Delivery fee: £5, shown, and no part of the total.',
      tests: [
        contract.specified('the delivery fee is five pounds, and the total of the goods is without it'),
        journeys.wordsOfCart('Total is the goods alone; the fee of five pounds and the amount to pay stand under it'),
      ],
    },
    {
      id: '§9.5',
      demand: 'Currency: GBP, with the £ sign (in the search as well, D1).',
      tests: [
        contract.money('pounds are written with the sign and two decimals'),
        journeys.findABouquet('and part of it is enough, in any case, with picture, kind and price in pounds'),
        server.askProvider('the provider is asked in pounds for the goods and, apart from them, for the delivery'),
      ],
    },
    {
      id: '§9.6',
      demand: 'Totals have two decimals.',
      tests: [
        contract.money('pounds are written with the sign and two decimals'),
        journeys.wordsOfCart('Total is the goods alone; the fee of five pounds and the amount to pay stand under it'),
      ],
    },
    {
      id: '§9.7',
      demand: 'Postal code: at most 20 characters.',
      tests: [
        contract.specified(
          'limits: 20 characters of postal code, 300 of gift note, 20 units of a bouquet, 60 days ahead',
        ),
        contract.specified('takes a postal code of 20 characters and refuses one of 21 in the words asked for'),
      ],
    },
    {
      id: '§9.8',
      demand: 'Country: GB.',
      tests: [
        contract.specified('is in GB and of type S unless told otherwise, and nowhere but in GB'),
        journeys.wordsOfAddress(
          'has its country fixed, three fields that are needed and a postal code of 20 characters',
        ),
      ],
    },
    {
      id: '§9.9',
      demand: 'Address type: S unless told otherwise.',
      tests: [contract.specified('is in GB and of type S unless told otherwise, and nowhere but in GB')],
    },
    {
      id: '§9.10',
      demand: 'One press of Add to Cart: one unit.',
      tests: [
        journeys.wordsOfWindow(
          'Buy now and Add to Cart put in one unit for each press, the first of which makes the order',
        ),
        contract.specified('is one where none is named'),
      ],
    },
    {
      id: '§9.11',
      demand: 'From success to the order: 10 seconds.',
      tests: [
        journeys.wordsOfPayment('Ten seconds after the success, and not before, the order opens as it was bought'),
      ],
    },
    {
      id: '§9.12',
      demand: 'From a new password to the login page: 2 seconds.',
      tests: [
        journeys.wordsOfSession('Two seconds after a new password was set, and not before, the login page opens'),
        journeys.lettersAndKeys(
          'Someone forgot her password: a letter, a new one, and every other device is signed out',
        ),
      ],
    },
    {
      id: '§9.13',
      demand: 'Slogans: every 3 seconds.',
      tests: [journeys.logIn('on … take turns every three seconds, until someone stops them')],
    },
    {
      id: '§9.14',
      demand: 'Next-day delivery: orders before 12:00 PM.',
      tests: [
        contract.specified('the last moment for the next day is 12:00 in London'),
        contract.delivery('the next delivery › %s: %s brings %s'),
      ],
    },
    {
      id: '§9.15',
      demand: 'The drop-down of the search: at most 15rem high.',
      tests: [
        journeys.wordsOfWindow('The drop-down of the search is 15rem high and no higher'),
        journeys.findABouquet('and one letter is enough: the list scrolls within its 15 rem'),
      ],
    },
    {
      id: '§9.16',
      demand: 'Order history: three columns of items.',
      tests: [journeys.wordsOfAccount('The items of an order stand in three columns, each with its picture')],
    },
    {
      id: '§9.17',
      demand: 'Toasts: 5000 ms.',
      tests: [
        journeys.wordsOfWindow('has a bar that runs for 5000 ms and stands still under the pointer'),
        journeys.signUpFirst('goes by itself after five seconds, not counting those under the pointer'),
      ],
    },
    {
      id: '§9.18',
      demand: 'Cart badge: how many there are in the pending order.',
      tests: [
        journeys.buyMoreOrLess('The badge is right in every tab'),
        journeys.buyMoreOrLess('However quickly one presses, every unit counts'),
      ],
    },
  ],
};
