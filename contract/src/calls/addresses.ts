import { AddressList, AddressParams, ChangeAddress, NewAddress, SavedAddress } from '../addresses.ts';
import { callsOf } from './call.ts';

const call = callsOf({ tags: ['Addresses'], may: 'shopper' });

/** Where somebody sends flowers. */
export const addressCalls = {
  list: call('GET', '/api/user/profile/address/', { summary: "One's own addresses", answer: AddressList }),
  add: call('POST', '/api/user/profile/address/', {
    summary: 'Add an address',
    body: NewAddress,
    answer: SavedAddress,
    status: 201,
  }),
  change: call('PATCH', '/api/user/profile/address/:id/', {
    summary: 'Correct an address',
    description:
      'A cart that goes there goes to the corrected one; completed orders keep theirs. Another street, flat, city or postcode forgets the wishes.',
    params: AddressParams,
    body: ChangeAddress,
    answer: SavedAddress,
    refuses: [404, 409],
  }),
  remove: call('DELETE', '/api/user/profile/address/:id/', {
    summary: 'Delete an address',
    description: 'A cart that was to go there has no address then; completed orders keep theirs.',
    params: AddressParams,
    refuses: [404, 409],
  }),
  forgetWishes: call('DELETE', '/api/user/profile/address/:id/wishes/', {
    summary: 'Forget the wishes of an address',
    description: 'A cart that goes there has none then; completed orders keep theirs.',
    params: AddressParams,
    answer: SavedAddress,
    refuses: [404],
  }),
};
