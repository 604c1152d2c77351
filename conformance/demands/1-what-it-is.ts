import type { Part } from '../demand.ts';
import { contract, journeys, server, storefront } from '../test-files.ts';

export const whatItIs: Part = {
  title: '1. What the shop is, and for whom',
  prefix: '§1.',
  last: 6,
  demands: [
    {
      id: '§1.1',
      demand: 'Everything is priced in pounds: GBP to machines, the £ sign to people.',
      tests: [
        contract.money('pounds are written with the sign and two decimals'),
        server.pages('describes a bouquet with its offer, its place and no invented rating'),
        journeys.lookRound('and finds every bouquet among the New Arrivals'),
      ],
    },
    {
      id: '§1.2',
      demand:
        'The landing page makes four promises: fresh bouquets for any occasion, an easy sign-up by email, next-day delivery for orders before 12:00 PM, and new flowers for damaged ones against a photo of the same day.',
      tests: [
        journeys.wordsOfWindow('The home page promises what it was asked to promise'),
        journeys.lookRound('and reads what the shop is, what it promises and where to begin'),
      ],
    },
    {
      id: '§1.3',
      demand: 'Whoever has no account sees the home page, the list and each bouquet, and can search.',
      tests: [
        storefront.whereTo('a guest › may stay on %s'),
        server.authorisation('answers alike: %s'),
        journeys.findABouquet('and part of it is enough, in any case, with picture, kind and price in pounds'),
      ],
    },
    {
      id: '§1.4',
      demand:
        'Whoever has one keeps a single cart, adds a note, chooses or makes an address, pays, and finds orders and addresses again.',
      tests: [
        journeys.buyABouquet('A new customer sends a bouquet to a friend'),
        journeys.accountHistory('Someone who bought before finds her orders, the newest first, and opens one'),
        journeys.accountAddresses('Someone looks through her addresses and chooses one, for her eyes only'),
      ],
    },
    {
      id: '§1.5',
      demand: 'Slogans take turns on the login and register pages (what they say is settled by D11).',
      tests: [journeys.logIn('on … take turns every three seconds, until someone stops them')],
    },
    {
      id: '§1.6',
      demand: 'What the server answers beyond the calls of section 7 is its own affair; all of it is documented.',
      tests: [
        server.app('names these calls and no others'),
        server.app('tells of each call what it is for, what it gives and how it refuses'),
      ],
    },
  ],
};
