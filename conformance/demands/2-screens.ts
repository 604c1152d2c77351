import type { Demand, Part } from '../demand.ts';
import { journeys, server, storefront } from '../test-files.ts';
import { accountPage } from './2-account-page.ts';

const pages: Demand[] = [
  {
    id: '§2.1',
    demand: 'One header and one footer stand around every page.',
    tests: [journeys.wordsOfWindow('Every page stands between the same header and footer')],
  },
  {
    id: '§2.2',
    demand: 'Header: the brand leads home; Home, Product, Cart and Profile lead to /, /product, /cart and /profile.',
    tests: [journeys.lookRound('to Home, Product, Cart and Profile from every page, and home by the brand')],
  },
  {
    id: '§2.3',
    demand: 'Header: a search box for bouquets whose results drop down below it.',
    tests: [journeys.findABouquet('and part of it is enough, in any case, with picture, kind and price in pounds')],
  },
  {
    id: '§2.4',
    demand: 'Header: a cart icon whose badge counts what is in the pending order.',
    tests: [
      journeys.wordsOfWindow(
        'Buy now and Add to Cart put in one unit for each press, the first of which makes the order',
      ),
      journeys.buyMoreOrLess('The badge is right in every tab'),
    ],
  },
  {
    id: '§2.5',
    demand:
      'Footer: social icons, lists of links on about, company and support, an address in London, a copyright line.',
    tests: [
      journeys.wordsOfWindow('The footer has its three lists, the address in London and the copyright line'),
      journeys.lookRound('along every link of the footer, to a page with something to say'),
    ],
  },
  {
    id: '§2.6',
    demand: '/: the hero has a Shop Now button to /product.',
    tests: [journeys.lookRound('and reads what the shop is, what it promises and where to begin')],
  },
  {
    id: '§2.7',
    demand: '/: New Arrivals shows every bouquet with picture, name, category, price in £ and Buy now.',
    tests: [journeys.lookRound('and finds every bouquet among the New Arrivals')],
  },
  {
    id: '§2.8',
    demand: '/: Buy now puts one unit into the cart.',
    tests: [
      journeys.wordsOfWindow(
        'Buy now and Add to Cart put in one unit for each press, the first of which makes the order',
      ),
    ],
  },
  {
    id: '§2.9',
    demand: '/: a list of what the shop promises, and a second promotional block.',
    tests: [journeys.lookRound('and reads what the shop is, what it promises and where to begin')],
  },
  {
    id: '§2.10',
    demand: '/product: bouquets in two columns.',
    tests: [journeys.narrowTheList('The list stands in two columns at every width')],
  },
  {
    id: '§2.11',
    demand: '/product: each card has picture, name, price and Add to Cart; pressing the card opens the bouquet.',
    tests: [
      journeys.wordsOfWindow(
        'A card of the list has picture, name, price and Add to Cart, and opens wherever it is pressed',
      ),
    ],
  },
  {
    id: '§2.12',
    demand: '/product: Add to Cart leads a guest to /register (with the toast of D16).',
    tests: [
      journeys.signUpFirst(
        'A visitor without an account wants a bouquet: is asked to register, and the bouquet is remembered',
      ),
    ],
  },
  {
    id: '§2.13',
    demand: '/product/{id}: the breadcrumb reads Products / category / Detail.',
    tests: [journeys.lookClosely('and reads what it is, what it costs and what is true of it')],
  },
  {
    id: '§2.14',
    demand: '/product/{id}: picture, name, description and an Add to Cart button that adds the bouquet.',
    tests: [
      journeys.lookClosely('and reads what it is, what it costs and what is true of it'),
      journeys.lookClosely('large, by pressing one or by keyboard alone, and is put back where it was'),
      journeys.wordsOfWindow(
        'Buy now and Add to Cart put in one unit for each press, the first of which makes the order',
      ),
    ],
  },
  {
    id: '§2.15',
    demand: '/product/{id}: the Specification tab lists category, description and price.',
    tests: [journeys.lookClosely('and reads what it is, what it costs and what is true of it')],
  },
  {
    id: '§2.16',
    demand: '/product/{id}: item code, number sold and rating stand beside the name (real ones, as D8 says).',
    tests: [journeys.lookClosely('and reads what it is, what it costs and what is true of it')],
  },
  {
    id: '§2.17',
    demand:
      '/product/{id}: a guest who presses Add to Cart meets the error toast "Please register or login first." and /register.',
    tests: [
      journeys.signUpFirst(
        'A visitor without an account wants a bouquet: is asked to register, and the bouquet is remembered',
      ),
      journeys.wordsOfWindow('that tells of an error is one, in the light theme, and bounces in'),
    ],
  },
  {
    id: '§2.18',
    demand:
      '/cart: three steps, of which the first has the table of lines, the box for the gift note and Check Out Now.',
    tests: [
      journeys.buyABouquet('A new customer sends a bouquet to a friend'),
      journeys.wordsOfCart('Check Out Now saves the note and moves on; Back comes back'),
    ],
  },
  {
    id: '§2.19',
    demand: '/cart, step 2: the list of addresses, the form for another, and Back.',
    tests: [
      journeys.wordsOfAddress(
        'The first address is chosen by itself and every choice is sent; the phone stands where there is one',
      ),
      journeys.wordsOfAddress('sends its fields with country and kind, and the order is told of the new address'),
      journeys.wordsOfCart('Check Out Now saves the note and moves on; Back comes back'),
    ],
  },
  {
    id: '§2.20',
    demand: '/cart, step 3: the payment has succeeded, and the page says so.',
    tests: [journeys.buyABouquet('A new customer sends a bouquet to a friend')],
  },
  {
    id: '§2.21',
    demand:
      '/history/{id}: one order that cannot be changed there: lines with quantity and price, the note in a disabled input, total, delivery fee and the label "Completed Order".',
    tests: [
      journeys.wordsOfPayment('Ten seconds after the success, and not before, the order opens as it was bought'),
      server.orders('that is %s cannot change'),
    ],
  },
  {
    id: '§2.22',
    demand: '/profile is a page: the account page (G1).',
    tests: [journeys.accountHistory('Someone who bought before finds her orders, the newest first, and opens one')],
  },
  {
    id: '§2.23',
    demand:
      '/password/reset/confirm/{uid}/{token}: new password, confirm password, and the button "Reset Password", which says "Resetting..." while it works.',
    tests: [
      journeys.lettersAndKeys('Someone forgot her password: a letter, a new one, and every other device is signed out'),
    ],
  },
  {
    id: '§2.24',
    demand: '/login, /register, /account-confirm-email and /forgot-password send whoever is signed in to /.',
    tests: [
      journeys.logIn('Someone signed in has no business on the pages for guests'),
      storefront.whereTo('has no business on %s'),
    ],
  },
  {
    id: '§2.25',
    demand: '/account-confirm-email?q=… confirms the address with the key in q.',
    tests: [
      journeys.lettersAndKeys('Someone confirms on another device, where nobody is signed in; the link works once'),
    ],
  },
  {
    id: '§2.26',
    demand: 'Any other address: a 404 page that says "Page Not Found" and links home.',
    tests: [
      journeys.lookRound('home again from an address where nobody lives'),
      server.pages('a page says so, with a way home'),
    ],
  },
];

export const screens: Part = {
  title: '2. Screens and routes',
  prefix: '§2.',
  last: 37,
  demands: [...pages, ...accountPage],
};
