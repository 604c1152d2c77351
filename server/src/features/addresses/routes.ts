import type { FastifyPluginAsync } from 'fastify';
import { addressCalls } from '#contract/calls/addresses.ts';
import type { Deps } from '#server/deps.ts';
import { serveShopper } from '#server/features/accounts/sessions/serve-shopper.ts';
import { addAddress } from './add-address.ts';
import { changeAddress, type MoveAddress } from './change-address.ts';
import { type DropWishes, forgetWishes } from './forget-wishes.ts';
import { listAddresses } from './list-addresses.ts';
import { type DetachAddress, removeAddress } from './remove-address.ts';

/** How the features that use addresses follow their changes. */
type Uses = { move: MoveAddress; detach: DetachAddress; drop: DropWishes };

export const addressRoutes =
  (deps: Deps, { move, detach, drop }: Uses): FastifyPluginAsync =>
  async (app) => {
    const serve = serveShopper(app, deps);
    serve(addressCalls.list, ({ shopper }) => listAddresses(deps.db, shopper.userId));
    serve(addressCalls.add, ({ shopper, body }) => addAddress(deps, shopper, body));
    serve(addressCalls.change, ({ shopper, params, body }) => changeAddress(deps, move, shopper, params.id, body));
    serve(addressCalls.remove, ({ shopper, params }) => removeAddress(deps, detach, shopper, params.id));
    serve(addressCalls.forgetWishes, ({ shopper, params }) => forgetWishes(deps, drop, shopper, params.id));
  };
