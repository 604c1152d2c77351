import type { Part } from '../demand.ts';
import { contract, journeys, server } from '../test-files.ts';

export const entities: Part = {
  title: '3. Entities and their fields',
  prefix: '§3.',
  last: 9,
  demands: [
    {
      id: '§3.1',
      demand: 'A product has id, name, category, price, image and description, and a shorter text called desc.',
      tests: [
        server.catalogue('gives a bouquet with the fields of the contract and no others'),
        server.catalogue('gives everything we know of a bouquet'),
      ],
    },
    {
      id: '§3.2',
      demand: 'An order has id, buyer, status, order_items, total_cost as a number, text and the address it goes to.',
      tests: [
        server.orders('makes the cart, with prices of ours, the delivery fee and what is to pay'),
        server.orders('shows where it goes'),
      ],
    },
    {
      id: '§3.3',
      demand: 'P is pending, which is the cart; C is completed.',
      tests: [
        contract.specified('an order is P or C, and nothing else'),
        server.listOrders("gives all of one's own and nobody else's, the newest first"),
      ],
    },
    {
      id: '§3.4',
      demand: 'A line of an order has id, product (its id), quantity and price.',
      tests: [
        server.orders('makes the cart, with prices of ours, the delivery fee and what is to pay'),
        server.orders('adds a line and gives it'),
      ],
    },
    {
      id: '§3.5',
      demand:
        'An address has id, country (GB and no other), city, street_address, apartment_address, postal_code and address_type, S unless told otherwise.',
      tests: [
        server.addresses('adds an address with what the form leaves out filled in'),
        contract.specified('is in GB and of type S unless told otherwise, and nowhere but in GB'),
      ],
    },
    {
      id: '§3.6',
      demand: 'An address may have a phone, which is shown where there is one.',
      tests: [
        server.addresses('keeps whom to ring and whom to ask for'),
        journeys.wordsOfAddress(
          'The first address is chosen by itself and every choice is sent; the phone stands where there is one',
        ),
        journeys.accountAddresses('Someone looks through her addresses and chooses one, for her eyes only'),
      ],
    },
    {
      id: '§3.7',
      demand:
        'The session is access_token and refresh_token in local storage, the knowledge of being signed in, and what the login said of the person.',
      tests: [
        journeys.wordsOfSession('Logging in keeps both tokens under their names'),
        journeys.openAnAccount(
          'A new customer registers, confirms from the letter, looks after her account, and closes it',
        ),
      ],
    },
    {
      id: '§3.8',
      demand: 'Registering sends username, password1, password2, email, first_name and last_name.',
      tests: [
        journeys.wordsOfSession('Registering asks for six things, all of them needed, and sends exactly those'),
        server.register('makes an account, signs its owner in and writes to them'),
      ],
    },
    {
      id: '§3.9',
      demand: 'The id of a wanted product waits in local storage, and the login page takes it out.',
      tests: [
        journeys.wordsOfSession(
          'The login page takes the remembered bouquet out of local storage, and adds it once signed in',
        ),
      ],
    },
  ],
};
