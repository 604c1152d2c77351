import type { Part } from '../demand.ts';
import { journeys, server, standIn, storefront } from '../test-files.ts';

export const calls: Part = {
  title: '7. The calls',
  prefix: '§7.',
  last: 24,
  demands: [
    {
      id: '§7.1',
      demand: 'Every call is given up after 10 seconds.',
      tests: [
        storefront.send('that gets no answer, or half of one, is given up after 10000 ms and not before'),
        journeys.badDays('The shop takes longer than ten seconds: it says so, and nothing is lost'),
      ],
    },
    {
      id: '§7.2',
      demand: 'GET /api/products/ lists products with id, name, category, price and image.',
      tests: [
        server.catalogue('gives the whole list as a plain array, newest first'),
        server.catalogue('gives a bouquet with the fields of the contract and no others'),
      ],
    },
    {
      id: '§7.3',
      demand: 'GET /api/products/{id}/ gives one product.',
      tests: [server.catalogue('gives everything we know of a bouquet')],
    },
    {
      id: '§7.4',
      demand: "GET /api/user/orders/ lists one's orders: the one with status P is the cart, those with C the history.",
      tests: [
        server.listOrders("gives all of one's own and nobody else's, the newest first"),
        journeys.wordsOfAccount('What is still in the cart is no part of the history'),
      ],
    },
    {
      id: '§7.5',
      demand:
        'POST /api/user/orders/ with order_items of {product, quantity: 1} makes the pending order and answers with its id.',
      tests: [
        server.orders('makes the cart, with prices of ours, the delivery fee and what is to pay'),
        journeys.wordsOfWindow(
          'Buy now and Add to Cart put in one unit for each press, the first of which makes the order',
        ),
      ],
    },
    {
      id: '§7.6',
      demand: 'POST /api/user/orders/{orderId}/order-items/ with product and quantity adds a line.',
      tests: [
        server.orders('adds a line and gives it'),
        journeys.wordsOfWindow(
          'Buy now and Add to Cart put in one unit for each press, the first of which makes the order',
        ),
      ],
    },
    {
      id: '§7.7',
      demand: 'PATCH /api/user/orders/{orderId}/order-items/{itemId}/ with product and quantity changes how many.',
      tests: [
        server.orders('sets how many are wanted'),
        journeys.wordsOfCart(
          'A quantity is sent with its product; what the shop says of it is shown, the first message',
        ),
      ],
    },
    {
      id: '§7.8',
      demand:
        'DELETE /api/user/orders/{orderId}/order-items/{itemId}/ removes a line; several are removed side by side.',
      tests: [
        server.orders('takes a line out and says nothing; the empty cart stays and costs nothing'),
        journeys.wordsOfCart('Several rows are removed at the same time, and the page says how many'),
      ],
    },
    {
      id: '§7.9',
      demand: 'PATCH /api/user/orders/{orderId}/update-text/ with text saves the note when Check Out Now is pressed.',
      tests: [
        server.orders('keeps the gift note as it was typed'),
        journeys.wordsOfCart('Check Out Now saves the note and moves on; Back comes back'),
      ],
    },
    {
      id: '§7.10',
      demand:
        'PATCH /api/user/orders/{orderId}/update-shipping-address/ with shipping_address goes out for an address that is chosen or made.',
      tests: [
        server.orders('shows where it goes'),
        journeys.wordsOfAddress(
          'The first address is chosen by itself and every choice is sent; the phone stands where there is one',
        ),
        journeys.wordsOfAddress('sends its fields with country and kind, and the order is told of the new address'),
      ],
    },
    {
      id: '§7.11',
      demand: "GET /api/user/profile/address/ lists one's addresses.",
      tests: [server.addresses("gives one's own, the first added first, and nobody else's")],
    },
    {
      id: '§7.12',
      demand:
        'POST /api/user/profile/address/ with country, city, street_address, apartment_address, postal_code and address_type makes one and answers with its id.',
      tests: [
        server.addresses('adds an address with what the form leaves out filled in'),
        journeys.wordsOfAddress('sends its fields with country and kind, and the order is told of the new address'),
      ],
    },
    {
      id: '§7.13',
      demand: 'DELETE /api/user/profile/address/{id}/ deletes one, which leaves the list on the screen.',
      tests: [
        server.addresses('removes it and says nothing'),
        journeys.accountAddresses('Someone deletes an address and thinks again; then deletes it for good'),
      ],
    },
    {
      id: '§7.14',
      demand: 'POST /api/user/login/ with email and password answers with access, refresh and the person.',
      tests: [
        server.answers(
          'logging in answers with access, refresh, user and a mark for the device, and nothing beside them',
        ),
        server.logIn('signs in, whichever way the address is written'),
      ],
    },
    {
      id: '§7.15',
      demand: 'POST /api/user/register/ with the six fields answers with access, refresh and detail.',
      tests: [server.register('makes an account, signs its owner in and writes to them')],
    },
    {
      id: '§7.16',
      demand: 'POST /account-confirm-email/{key}/ with key confirms the address.',
      tests: [server.confirmEmail('confirms the address with the key from the letter, once')],
    },
    {
      id: '§7.17',
      demand: 'POST /api/v1/auth/password/reset/ with email; the detail it answers with becomes a toast.',
      tests: [
        server.resetPassword('answers a known and an unknown address alike, and writes to the known one alone'),
        journeys.wordsOfSession('The answer to a forgotten password is the toast, whatever it says'),
      ],
    },
    {
      id: '§7.18',
      demand:
        'POST /password/reset/confirm/{uid}/{token} with new_password1, new_password2, uid and token sets a new password.',
      tests: [
        server.resetPassword('sets the password once, ends every session, confirms the address and tells the owner'),
        journeys.wordsOfSession('A new password is sent with the parts of its link'),
      ],
    },
    {
      id: '§7.19',
      demand:
        "POST /api/user/payments/paypal/create-order/ with amount in two decimals and order_id answers with the provider's id.",
      tests: [
        server.pay('completes the order, once, for what the page said'),
        journeys.wordsOfPayment(
          'The payment service is asked for as specified, and the shop for the amount with two decimals',
        ),
      ],
    },
    {
      id: '§7.20',
      demand: 'POST /api/v1/auth/logout/ with an empty body (what follows from it is settled by D2).',
      tests: [
        server.logOut('takes an empty body, an empty object and a form that names no token'),
        journeys.wordsOfAccount('Log out calls the shop'),
      ],
    },
    {
      id: '§7.21',
      demand: 'POST /auth/refresh/ with refresh answers with a new access token, and is called by itself after a 401.',
      tests: [
        server.refresh('gives new tokens, and the access token of before ends by itself after ten minutes'),
        journeys.buyAndPay('and is renewed without a word'),
      ],
    },
    {
      id: '§7.22',
      demand: "The provider's script is asked for with GBP, buttons and hosted-fields, and card funding.",
      tests: [
        journeys.wordsOfPayment(
          'The payment service is asked for as specified, and the shop for the amount with two decimals',
        ),
        standIn.browser('throws in the page for %s'),
      ],
    },
    {
      id: '§7.23',
      demand: 'After a payment that succeeded comes the success toast.',
      tests: [journeys.buyABouquet('A new customer sends a bouquet to a friend')],
    },
    {
      id: '§7.24',
      demand:
        'Orders, products and addresses are fetched, and addresses deleted, by the calls above (failures are settled by D9).',
      tests: [
        journeys.accountHistory('While orders are on their way there is one word; when they do not come, it is said'),
        journeys.accountAddresses('An address that could not be deleted is back, and it is said'),
      ],
    },
  ],
};
