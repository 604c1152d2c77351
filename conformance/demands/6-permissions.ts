import type { Part } from '../demand.ts';
import { journeys, server, storefront } from '../test-files.ts';

export const permissions: Part = {
  title: '6. Roles and permissions',
  prefix: '§6.',
  last: 7,
  demands: [
    {
      id: '§6.1',
      demand: 'A guest may see home, list and bouquets and may search.',
      tests: [storefront.whereTo('a guest › may stay on %s'), server.authorisation('answers alike: %s')],
    },
    {
      id: '§6.2',
      demand: 'Login, register, forgotten password and email confirmation are for guests alone.',
      tests: [
        journeys.logIn('Someone signed in has no business on the pages for guests'),
        storefront.whereTo('has no business on %s'),
      ],
    },
    {
      id: '§6.3',
      demand: 'Whoever is signed in may fill the cart, check out, look after addresses, and see history and account.',
      tests: [
        journeys.buyABouquet('A new customer sends a bouquet to a friend'),
        journeys.accountAddresses('Someone without addresses adds her first'),
        server.authorisation('serves its owner, for nobody to keep'),
      ],
    },
    {
      id: '§6.4',
      demand: 'Every call carries the access token as a bearer where there is one.',
      tests: [
        journeys.wordsOfWindow('Whoever is signed in sends the token with every call, and nobody else does'),
        storefront.send('carries the access token as a bearer where there is one, and nothing where there is none'),
      ],
    },
    {
      id: '§6.5',
      demand: 'Adding to the cart needs a login.',
      tests: [
        journeys.signUpFirst(
          'A visitor without an account wants a bouquet: is asked to register, and the bouquet is remembered',
        ),
        server.authorisation('refuses everyone who is not signed in, and changes nothing'),
      ],
    },
    {
      id: '§6.6',
      demand: 'Cart and history are read with calls that need the token.',
      tests: [
        server.authorisation('refuses everyone who is not signed in, and changes nothing'),
        server.authorisation('shows and changes nothing of the owner to another person'),
      ],
    },
    {
      id: '§6.7',
      demand: 'There is no administrator or other role on the web.',
      tests: [
        server.authorisation('every call of the API document has its row, and every row its call'),
        server.register('ignores what nobody asked for'),
      ],
    },
  ],
};
