import type { Part } from '../demand.ts';
import { journeys, server, storefront } from '../test-files.ts';

export const errors: Part = {
  title: '8. Error catalogue',
  prefix: '§8.',
  last: 29,
  demands: [
    {
      id: '§8.1',
      demand: 'A call that meets 401 for the first time renews the token and is repeated with the new one.',
      tests: [
        journeys.buyAndPay('and is renewed without a word'),
        storefront.refresh('changes the tokens and gives the new one'),
      ],
    },
    {
      id: '§8.2',
      demand: 'Calls that meet 401 meanwhile wait for the same renewal and are repeated too.',
      tests: [
        storefront.refresh('tabs that race ask once, and nobody is signed out'),
        journeys.manyTabs('… tabs wake with a token that ran out: they share a new one, and nobody is signed out'),
      ],
    },
    {
      id: '§8.3',
      demand: 'Without a refresh token both are removed and the browser goes to /register.',
      tests: [
        journeys.badDays('is asked to register when nothing is there to renew it with'),
        storefront.refresh('without a refresh token: both are cleared and the visitor registers'),
      ],
    },
    {
      id: '§8.4',
      demand: 'A renewal that is refused removes both and goes to /login.',
      tests: [
        journeys.badDays('is asked to log in when the shop refuses to renew it'),
        storefront.refresh('when the server refuses with %i: both are cleared and the visitor logs in'),
      ],
    },
    {
      id: '§8.5',
      demand: 'Addresses on the account page that cannot be had for want of a session lead to /login.',
      tests: [journeys.wordsOfAccount('Whose session has ended is led from the addresses to the login page')],
    },
    {
      id: '§8.6',
      demand: 'Failures of loading, deleting and logging out (told to the visitor, as D9 settles).',
      tests: [
        journeys.accountHistory('While orders are on their way there is one word; when they do not come, it is said'),
        journeys.accountAddresses('An address that could not be deleted is back, and it is said'),
        journeys.manyTabs('The shop is not told, or does not hear: logging out works all the same'),
      ],
    },
    {
      id: '§8.7',
      demand: 'A login that fails fills the error slot of the form (D5).',
      tests: [journeys.logIn('mistypes the password, is told so, and types it again')],
    },
    {
      id: '§8.8',
      demand:
        'A bouquet that cannot be added: an error toast says product[0] and links to the cart, else it says detail, else "An error occurred".',
      tests: [
        journeys.wordsOfWindow(
          'A bouquet that cannot be added: the first word on the product, else the detail, else An error occurred',
        ),
        journeys.buyMoreOrLess('A bouquet that cannot be had is said to be so, with the way to the cart'),
      ],
    },
    {
      id: '§8.9',
      demand: 'Adding as a guest: "Please register or login first."',
      tests: [
        journeys.signUpFirst(
          'A visitor without an account wants a bouquet: is asked to register, and the bouquet is remembered',
        ),
      ],
    },
    {
      id: '§8.10',
      demand: 'Several lines removed: "N product(s) removed".',
      tests: [journeys.wordsOfCart('Several rows are removed at the same time, and the page says how many')],
    },
    {
      id: '§8.11',
      demand: 'Several lines that cannot be removed: "An error occurred", and the cart is fetched anew.',
      tests: [
        journeys.wordsOfCart('A removal that fails says so, and the line comes back'),
        journeys.buyMoreOrLess('A removal that half fails says which ones stay'),
      ],
    },
    {
      id: '§8.12',
      demand: 'One line removed: "product removed"; if it fails the line comes back and the page says so.',
      tests: [
        journeys.buyMoreOrLess('Lines are removed one by one or together, and the focus is never lost'),
        journeys.wordsOfCart('A removal that fails says so, and the line comes back'),
      ],
    },
    {
      id: '§8.13',
      demand: "A quantity that is refused shows the server's first message on it; one below 1 the words of D7.",
      tests: [
        journeys.wordsOfCart(
          'A quantity is sent with its product; what the shop says of it is shown, the first message',
        ),
        journeys.buyMoreOrLess('Less than one is refused, and so is more than the shop gives'),
      ],
    },
    {
      id: '§8.14',
      demand: 'Adding an address without a session leads to /login.',
      tests: [journeys.wordsOfAddress('leads whoever is no longer signed in to the login page')],
    },
    {
      id: '§8.15',
      demand:
        'An address that is refused has messages under its fields; without a word from the server "An error occurred".',
      tests: [
        journeys.wordsOfAddress('shows what the shop says under the field it is about, the first message of each'),
        journeys.wordsOfAddress('says An error occurred where the shop says nothing'),
      ],
    },
    {
      id: '§8.16',
      demand: 'An address that was added: "Your address has been added."',
      tests: [
        journeys.wordsOfAddress('sends its fields with country and kind, and the order is told of the new address'),
        journeys.accountAddresses('Someone without addresses adds her first'),
      ],
    },
    {
      id: '§8.17',
      demand: 'A registration that fails: "Registration failed." with the messages of the fields.',
      tests: [
        journeys.wordsOfSession(
          'What the shop says of a registration stands under its field, the first message of each',
        ),
        journeys.beRefused('Someone who has an account, or a password that everybody has, is told under the field'),
      ],
    },
    {
      id: '§8.18',
      demand: 'Registered without tokens: the detail, or "Registered, but no tokens received."',
      tests: [
        journeys.beRefused(
          'Someone is registered but not signed in: she is told what the shop says, or that tokens are missing',
        ),
      ],
    },
    {
      id: '§8.19',
      demand:
        'Email confirmation says "please wait...", then "Your email has been confirmed." or "Something went wrong."',
      tests: [
        journeys.lettersAndKeys('Someone confirms on another device, where nobody is signed in; the link works once'),
      ],
    },
    {
      id: '§8.20',
      demand: 'A new password that cannot be set: "Failed to reset password. Please try again."',
      tests: [
        journeys.lettersAndKeys(
          'Someone forgot her password: a letter, a new one, and every other device is signed out',
        ),
        journeys.wordsOfSession('A new password is sent with the parts of its link'),
      ],
    },
    {
      id: '§8.21',
      demand: 'A new password: "Password has been reset successfully.", and /login after 2 seconds.',
      tests: [
        journeys.wordsOfSession('Two seconds after a new password was set, and not before, the login page opens'),
        journeys.lettersAndKeys(
          'Someone forgot her password: a letter, a new one, and every other device is signed out',
        ),
      ],
    },
    {
      id: '§8.22',
      demand: 'A payment that succeeded: the toast "Your purchase was successful."',
      tests: [
        journeys.buyABouquet('A new customer sends a bouquet to a friend'),
        journeys.wordsOfPayment('Ten seconds after the success, and not before, the order opens as it was bought'),
      ],
    },
    {
      id: '§8.23',
      demand: 'Without a pending order no payment is made.',
      tests: [
        server.askProvider('nobody without a pending order opens a payment'),
        server.askProvider('an order that was paid for is pending no more, and cannot be paid for again'),
      ],
    },
    {
      id: '§8.24',
      demand: 'An answer to create-order without an id: "Invalid response from backend".',
      tests: [journeys.wordsOfPayment('A payment without an id is an invalid response, and charges nothing')],
    },
    {
      id: '§8.25',
      demand: "A pending order that cannot be fetched: the server's words, or a text of our own.",
      tests: [
        journeys.wordsOfCart('A cart that cannot be fetched: the shop’s own words, or ours where it has none'),
        journeys.buyMoreOrLess('The cart cannot be fetched: the page says so, and tries again'),
      ],
    },
    {
      id: '§8.26',
      demand: 'Messages are toasts at the bottom right, with a bar that can be seen to run out.',
      tests: [journeys.signUpFirst('stands at the bottom right with a bar that runs out, and goes when pressed')],
    },
    {
      id: '§8.27',
      demand: 'A toast goes after 5000 ms or when it is pressed, and waits under the pointer.',
      tests: [
        journeys.wordsOfWindow('has a bar that runs for 5000 ms and stands still under the pointer'),
        journeys.signUpFirst('goes by itself after five seconds, not counting those under the pointer'),
        journeys.signUpFirst('stands at the bottom right with a bar that runs out, and goes when pressed'),
      ],
    },
    {
      id: '§8.28',
      demand: 'A toast can be dragged away, is of the light theme and bounces.',
      tests: [
        journeys.wordsOfWindow('can be dragged away'),
        journeys.wordsOfWindow('that tells of an error is one, in the light theme, and bounces in'),
      ],
    },
    {
      id: '§8.29',
      demand: 'A toast is of type default unless told otherwise.',
      tests: [
        journeys.wordsOfWindow('is of the plain kind where nobody said otherwise'),
        journeys.wordsOfWindow('that tells of an error is one, in the light theme, and bounces in'),
      ],
    },
  ],
};
