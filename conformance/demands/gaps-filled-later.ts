import type { Demand } from '../demand.ts';
import { contract, journeys, server, storefront } from '../test-files.ts';

export const laterGaps: Demand[] = [
  {
    id: 'G15',
    demand:
      'On its day of delivery an order can be reported with a photo and some words; the report stays with the order, and a letter confirms it.',
    tests: [
      journeys.reportDamage('On the day: a photo, a line, a lost connection, and new flowers are on their way'),
      server.claims('on the day: takes the claim and sends the same flowers again on the next day, for nothing'),
      server.claims('the buyer the day of the new flowers, and the florist what to tie'),
      server.claimRefusals('before the day of delivery'),
    ],
  },
  {
    id: 'G16',
    demand:
      'Letters for confirmation, a new password, a paid order and a claim leave by SMTP where it is set up, and otherwise lie in an outbox that opens in the browser.',
    tests: [
      server.register('makes an account, signs its owner in and writes to them'),
      server.resetPassword('answers a known and an unknown address alike, and writes to the known one alone'),
      server.pay('completes the order, once, for what the page said'),
      server.claims('the buyer the day of the new flowers, and the florist what to tie'),
      server.sendLetter('sends both forms of the letter once, then empties what it held'),
      server.outbox('lists letters, the newest first, and shows one whose link can be followed'),
      server.openShop('a letter that is posted can be read in the outbox a moment later'),
    ],
  },
  {
    id: 'G17',
    demand:
      'No link of the footer is a dead end: about, delivery, care guide, contact, privacy and terms are pages with something on them.',
    tests: [journeys.lookRound('along every link of the footer, to a page with something to say')],
  },
  {
    id: 'G18',
    demand: 'On /profile one downloads all one’s data and deletes the account.',
    tests: [
      journeys.openAnAccount(
        'A new customer registers, confirms from the letter, looks after her account, and closes it',
      ),
      server.profile('gives everything we hold of the person and nothing of anyone else'),
      server.profile('removes the person and all that is theirs, ends every session at once and says goodbye'),
    ],
  },
  {
    id: 'G19',
    demand:
      'Register and login answer with access, refresh and user (id, username, email, first_name, last_name, email_confirmed), and with a mark that the device keeps (device_mark); register adds detail.',
    tests: [
      server.register('makes an account, signs its owner in and writes to them'),
      server.answers(
        'logging in answers with access, refresh, user and a mark for the device, and nothing beside them',
      ),
    ],
  },
  {
    id: 'G20',
    demand:
      'An unconfirmed address may shop; the page asks on top to confirm it and offers "Send again"; only a confirmed one may review.',
    tests: [
      journeys.buyABouquet('A new customer sends a bouquet to a friend'),
      journeys.openAnAccount(
        'A new customer registers, confirms from the letter, looks after her account, and closes it',
      ),
      server.reviews('refuses who has not confirmed their address'),
      journeys.reviewABouquet('Whoever has not confirmed the address is asked to, and then may write'),
    ],
  },
  {
    id: 'G21',
    demand:
      'Asking for a new password tells nobody who is known, neither by words nor by work; registering tells it under the field, under a throttle.',
    tests: [
      server.resetPassword('answers a known and an unknown address alike, and writes to the known one alone'),
      server.resetPassword('does the same work in the request for both: one job, and not a look at who is known'),
      server.register('tells strangers only so often that an address is known, and then nothing of any address'),
      journeys.beRefused('Someone who has an account, or a password that everybody has, is told under the field'),
    ],
  },
  {
    id: 'G22',
    demand:
      'A gift note has 300 characters as they are typed; above that "Gift note must be no more than 300 characters."',
    tests: [
      contract.giftNote('may be 300 signs long and no longer, whatever the signs are made of'),
      server.orders('refuses one that is too long, and keeps the last'),
      journeys.buyMoreOrLess('A note that is too long is not sent, and one that is being written survives a reload'),
    ],
  },
  {
    id: 'G23',
    demand:
      'The second step asks for the day: it begins with the first that can be promised and goes up to 60 days ahead, without bank holidays of England and Wales; update-delivery-date takes delivery_date.',
    tests: [
      journeys.wordsOfAddress('The next possible day is chosen by itself, later ones up to 60 days can be'),
      journeys.buyABouquet('A new customer sends a bouquet to a friend'),
      contract.delivery('starts with the next delivery, ends 60 days ahead, and leaves no day out'),
      contract.bankHolidays('are the official ones in %s, and no other day is one'),
      server.orders('keeps a day that can be promised'),
      server.orders('refuses %s and says why'),
    ],
  },
  {
    id: 'G24',
    demand:
      'The script is asked for with exactly the options specified; what is drawn are the buttons for PayPal and for cards.',
    tests: [
      journeys.wordsOfPayment(
        'The payment service is asked for as specified, and the shop for the amount with two decimals',
      ),
      journeys.wordsOfPayment('Nobody pays before an address is chosen; then the buttons come'),
    ],
  },
  {
    id: 'G25',
    demand:
      'Bad or huge input: a refusal that names the field (400), the size (413), the form (415) or the time to wait (429, Retry-After); no 500 and nothing half done.',
    tests: [
      server.badInput('anywhere in a body is answered with a documented refusal that says why, and never with 500'),
      server.badInput('in an address is answered 400 or 404, and never with 500'),
      server.answers('what is too large is 413 and what is no JSON 415, in words, and neither changes anything'),
      server.logIn('stops guessing after five tries, says when to come back, and lets in who comes back then'),
      server.orders('takes all or nothing, and leaves no empty cart behind'),
    ],
  },
  {
    id: 'G26',
    demand: 'POST /api/user/orders/ while an order is pending adds to it and gives it; two tabs never make two carts.',
    tests: [
      server.orders('adds to the cart there is, and to the line there is'),
      server.atOnce('200 first adds make one cart with all of them'),
    ],
  },
  {
    id: 'G27',
    demand: 'Without its last line the pending order stays, empty, and cannot be checked out.',
    tests: [
      server.orders('takes a line out and says nothing; the empty cart stays and costs nothing'),
      journeys.buyMoreOrLess('Lines are removed one by one or together, and the focus is never lost'),
    ],
  },
  {
    id: 'G28',
    demand: 'Email and username are unique whatever their case, and the message stands under its field.',
    tests: [
      server.register('refuses with every message at once, each under its field'),
      contract.emailAddress('is one account however it is written'),
      server.profile("refuses another's username in any case, and takes one's own in another"),
    ],
  },
  {
    id: 'G29',
    demand:
      'Logging in leads back to the page asked for, with a kept bouquet to the cart; strangers at a private page register, with Log in first; letters lead through the login page.',
    tests: [
      storefront.whereTo(
        'logging in leads to the page asked for, and with a kept bouquet to the cart unless that page is private',
      ),
      storefront.whereTo('passes through %s to the private page asked for'),
      journeys.comeBack('and after logging in comes back to it'),
      journeys.comeBack('and after registering comes back to it'),
    ],
  },
  {
    id: 'G30',
    demand:
      'Search looks in names first, then in flowers, colours, occasions and categories, each group marked as such, misspelt too.',
    tests: [
      server.search('names come first, in the order asked for, and no bouquet comes twice'),
      server.search('a colour finds bouquets of that colour, then those with some of it'),
      server.search('a bouquet whose name is merely like a colour is not shown for it'),
      journeys.findABouquet('and finds it in groups that say so, misspelt or not'),
    ],
  },
];
