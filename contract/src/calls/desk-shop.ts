import { ChangeShop, ShopSettings, ShopVersion } from '../desk-shop.ts';
import { callsOf } from './call.ts';

const call = callsOf({ tags: ['Desk: settings'], may: 'edit settings' });

/** Who sells. */
export const shopCalls = {
  find: call('GET', '/api/desk/settings/shop/', {
    summary: 'Who sells',
    answer: ShopSettings,
    refuses: [400],
  }),
  change: call('PATCH', '/api/desk/settings/shop/', {
    summary: 'Change who sells',
    body: ChangeShop,
    answer: ShopSettings,
  }),
  version: call('GET', '/api/desk/settings/version/', {
    summary: 'Which version of the shop',
    answer: ShopVersion,
    refuses: [400],
  }),
};
