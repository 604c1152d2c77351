import type { Demand, Part } from '../demand.ts';
import { contract, journeys, server, storefront } from '../test-files.ts';
import { laterGaps } from './gaps-filled-later.ts';

const firstGaps: Demand[] = [
  {
    id: 'G1',
    demand: '/profile is the account page, with its tab in the address so that it can be linked and reloaded.',
    tests: [
      journeys.accountAddresses('Someone looks through her addresses and chooses one, for her eyes only'),
      journeys.accountDetails('Someone finds her details in the menu, and Back leads away from them'),
    ],
  },
  {
    id: 'G2',
    demand:
      'A guest on /cart, /profile or /history/{id} goes to /register and, once signed in, back to the page asked for; no other site is ever followed.',
    tests: [
      journeys.comeBack('and after logging in comes back to it'),
      journeys.comeBack('and after registering comes back to it'),
      storefront.whereTo('is asked to register before %s, and comes back'),
      journeys.comeBack('Nobody is led to another site, whatever the address says'),
      storefront.safePath('whatever it gives stays on this site, however it is followed'),
    ],
  },
  {
    id: 'G3',
    demand:
      'A wanted bouquet waits as pending_product; registering adds it, and so does logging in, whose page takes it out of local storage.',
    tests: [
      journeys.signUpFirst(
        'A visitor without an account wants a bouquet: is asked to register, and the bouquet is remembered',
      ),
      journeys.buyABouquet('A new customer sends a bouquet to a friend'),
      journeys.wordsOfSession(
        'The login page takes the remembered bouquet out of local storage, and adds it once signed in',
      ),
    ],
  },
  {
    id: 'G4',
    demand:
      'A bouquet that is in the cart already gets one more on its line; product[0] speaks when it is gone, sold out or at 20, in a toast that shows the way to the cart.',
    tests: [
      server.orders('more of the same lands on the same line'),
      server.orders('takes 20 of one bouquet and not one more'),
      server.orders('refuses one that is %s'),
      journeys.buyMoreOrLess('A bouquet that cannot be had is said to be so, with the way to the cart'),
    ],
  },
  {
    id: 'G5',
    demand: 'The badge counts units.',
    tests: [
      journeys.buyMoreOrLess('The badge is right in every tab'),
      journeys.buyMoreOrLess('However quickly one presses, every unit counts'),
    ],
  },
  {
    id: 'G6',
    demand: 'Prices are numbers in pounds with two decimals at most outside, and whole pence inside.',
    tests: [
      contract.money('pence survive the way to pounds and back'),
      contract.totals('totals are whole pence that the database can hold, and come back from pounds unharmed'),
      server.atOnce('whatever is done to a cart, its total is the sum of its lines in whole pence'),
      server.catalogueFile('every price from £0.01 to £10,000 is read as it is written, also as a JSON number'),
    ],
  },
  {
    id: 'G7',
    demand: 'desc is one line, description the whole text.',
    tests: [
      journeys.lookClosely('and reads what it is, what it costs and what is true of it'),
      server.catalogueFile('every bad item of JSON, by its number and line'),
    ],
  },
  {
    id: 'G8',
    demand:
      'The postal code may be missing, has 20 characters at most and is kept in its usual form; a missing or strange one gets a hint that stops nobody.',
    tests: [
      contract.postcode('a postcode › %s is kept as %s'),
      server.addresses('keeps the postal code %s as %s'),
      journeys.wordsOfAddress('hints at a postal code that is missing or strange, and takes it all the same'),
    ],
  },
  {
    id: 'G9',
    demand: 'The address form has an optional phone and an optional name of the recipient.',
    tests: [
      journeys.wordsOfAddress('has its country fixed, three fields that are needed and a postal code of 20 characters'),
      journeys.wordsOfAddress('sends its fields with country and kind, and the order is told of the new address'),
      server.addresses('keeps whom to ring and whom to ask for'),
    ],
  },
  {
    id: 'G10',
    demand:
      'capture-order takes order_id and paypal_order_id; an event of the provider and a check in the background complete an approved payment even when the browser is closed.',
    tests: [
      journeys.wordsOfPayment(
        'The payment service is asked for as specified, and the shop for the amount with two decimals',
      ),
      server.pay('completes the order, once, for what the page said'),
      server.webhook('completes the order of a buyer who closed the window'),
      server.faults('after approving has the order completed by the sweeper'),
      journeys.buyAndPay('The browser is closed after the approval: the order is completed all the same'),
    ],
  },
  {
    id: 'G11',
    demand:
      "The amount is compared with the server's total: 409 with detail, the cart is fetched anew, nothing is charged.",
    tests: [
      server.pay('an amount that is not ours, and charges nothing'),
      journeys.buyAndPay('The cart was changed in the meantime: nothing is charged, and the new price is shown'),
    ],
  },
  {
    id: 'G12',
    demand:
      "Refusals are detail, messages under fields or non_field_errors; lists are plain arrays; another's order or address is 404.",
    tests: [
      server.register('refuses with every message at once, each under its field'),
      server.app('refusals › %s %s is %i with detail'),
      server.catalogue('gives the whole list as a plain array, newest first'),
      server.authorisation('shows and changes nothing of the owner to another person'),
    ],
  },
  {
    id: 'G13',
    demand:
      'Access lasts 10 minutes; a refresh token works once and is followed by another; an old one that comes back ends its session, but for a short grace; the answer holds access and refresh.',
    tests: [
      server.refresh('gives new tokens, and the access token of before ends by itself after ten minutes'),
      server.refresh('twenty tabs that refresh at once get the same successor, and nobody is signed out'),
      server.refresh(
        'an old token that comes back after the grace ends the session on every tab, and no other session',
      ),
    ],
  },
  {
    id: 'G14',
    demand:
      'The cut-off is 12:00 in London; every page tells the day and how long it holds; an order keeps its day from the moment it is paid.',
    tests: [
      contract.delivery('holds until its orderBy to the millisecond, and that is a noon in London'),
      server.deliveryCall('GET /api/delivery/ at %s tells the next delivery by our clock, to be kept by nobody'),
      journeys.knowTheDay('A visitor reads the real day of delivery, on the page and at the top'),
      journeys.knowTheDay('The countdown runs by the shop’s clock, whatever the visitor’s says'),
      server.pay('to promise a day that noon has taken away (chosen: %s), and charges nothing'),
      server.completeOrder('writes down for good what was bought, by whom, where it goes and when'),
    ],
  },
];

export const gapsFilled: Part = {
  title: 'Decisions: gaps that are filled',
  prefix: 'G',
  last: 30,
  demands: [...firstGaps, ...laterGaps],
};
