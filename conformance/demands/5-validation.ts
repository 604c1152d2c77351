import type { Part } from '../demand.ts';
import { contract, journeys, server } from '../test-files.ts';

export const validation: Part = {
  title: '5. Validation rules',
  prefix: '§5.',
  last: 17,
  demands: [
    {
      id: '§5.1',
      demand: 'A postal code has at most 20 characters, and its input takes no more.',
      tests: [
        journeys.wordsOfAddress(
          'has its country fixed, three fields that are needed and a postal code of 20 characters',
        ),
        contract.specified('takes a postal code of 20 characters and refuses one of 21 in the words asked for'),
      ],
    },
    {
      id: '§5.2',
      demand: 'A longer one is refused with "Postal code must be no more than 20 characters." before anything is sent.',
      tests: [
        journeys.wordsOfAddress('sends nothing while the postal code is longer than 20 characters, and says so'),
        server.addresses('names every field that cannot be taken, and adds nothing'),
      ],
    },
    {
      id: '§5.3',
      demand: 'The country of the address form is GB and cannot be changed.',
      tests: [
        journeys.wordsOfAddress(
          'has its country fixed, three fields that are needed and a postal code of 20 characters',
        ),
      ],
    },
    {
      id: '§5.4',
      demand: 'City, street address and apartment address must be filled in.',
      tests: [
        journeys.wordsOfAddress(
          'has its country fixed, three fields that are needed and a postal code of 20 characters',
        ),
        server.addresses('names every field that cannot be taken, and adds nothing'),
      ],
    },
    {
      id: '§5.5',
      demand: 'What the server says of a field of the address stands under that field, its first message alone.',
      tests: [
        journeys.wordsOfAddress('shows what the shop says under the field it is about, the first message of each'),
      ],
    },
    {
      id: '§5.6',
      demand: 'A quantity goes down only while it is above 1; otherwise there is an error toast.',
      tests: [
        journeys.buyMoreOrLess('Less than one is refused, and so is more than the shop gives'),
        contract.specified('is refused below one in the words asked for'),
      ],
    },
    {
      id: '§5.7',
      demand: 'Of what the server says of a quantity the first message is shown.',
      tests: [
        journeys.wordsOfCart(
          'A quantity is sent with its product; what the shop says of it is shown, the first message',
        ),
      ],
    },
    {
      id: '§5.8',
      demand: 'Registering needs all six fields, and the email field is of type email.',
      tests: [journeys.wordsOfSession('Registering asks for six things, all of them needed, and sends exactly those')],
    },
    {
      id: '§5.9',
      demand:
        'What the server says of email, of password1 and of the form as a whole stands under email, password and confirm password.',
      tests: [
        journeys.wordsOfSession(
          'What the shop says of a registration stands under its field, the first message of each',
        ),
        journeys.beRefused('Someone who has an account, or a password that everybody has, is told under the field'),
      ],
    },
    {
      id: '§5.10',
      demand: 'A new password needs both of its fields.',
      tests: [journeys.wordsOfSession('A new password is asked for twice, and both are needed')],
    },
    {
      id: '§5.11',
      demand: 'Two new passwords that differ: "Passwords do not match."',
      tests: [
        journeys.lettersAndKeys(
          'Someone forgot her password: a letter, a new one, and every other device is signed out',
        ),
        server.resetPassword('refuses with every message at once and leaves the link good'),
      ],
    },
    {
      id: '§5.12',
      demand: 'Check Out Now is disabled without a pending order, and with one that is empty.',
      tests: [
        journeys.wordsOfCart('Whoever has no order yet finds an empty cart and cannot check out'),
        journeys.buyMoreOrLess('Lines are removed one by one or together, and the focus is never lost'),
      ],
    },
    {
      id: '§5.13',
      demand:
        'Until an address is chosen there are no payment buttons but the words "Please select an address to proceed."',
      tests: [
        journeys.wordsOfPayment('Nobody pays before an address is chosen; then the buttons come'),
        server.pay('a cart without an address, and an empty one'),
      ],
    },
    {
      id: '§5.14',
      demand: 'The login form checks nothing by itself.',
      tests: [journeys.wordsOfSession('Logging in checks nothing by itself: even an empty form goes to the shop')],
    },
    {
      id: '§5.15',
      demand: 'The login form has a Remember me box (what it does is settled by D6).',
      tests: [
        journeys.openAnAccount(
          'A new customer registers, confirms from the letter, looks after her account, and closes it',
        ),
      ],
    },
    {
      id: '§5.16',
      demand: 'Search finds any part of a name in any case, from one letter on.',
      tests: [
        server.catalogue('searches as the specification says: a case-insensitive part of the name'),
        journeys.findABouquet('and one letter is enough: the list scrolls within its 15 rem'),
      ],
    },
    {
      id: '§5.17',
      demand: 'Emptying the search box empties the results.',
      tests: [journeys.findABouquet('and empties the box, which empties the results')],
    },
  ],
};
