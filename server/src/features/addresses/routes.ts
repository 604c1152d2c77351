import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { AddressList, AddressParams, ChangeAddress, NewAddress, SavedAddress } from '#contract/addresses.ts';
import { BadInput, Detail } from '#contract/errors.ts';
import type { Deps } from '#server/deps.ts';
import { PRIVATE, signedIn } from '#server/features/accounts/sessions/signed-in.ts';
import { addAddress } from './add-address.ts';
import { changeAddress, type MoveAddress } from './change-address.ts';
import { type DropWishes, forgetWishes } from './forget-wishes.ts';
import { listAddresses } from './list-addresses.ts';
import { type DetachAddress, removeAddress } from './remove-address.ts';

const tags = ['Addresses'];

/** How the features that use addresses follow their changes. */
type Uses = { move: MoveAddress; detach: DetachAddress; drop: DropWishes };

export const addressRoutes =
  (deps: Deps, { move, detach, drop }: Uses): FastifyPluginAsyncZod =>
  async (app) => {
    const onRequest = signedIn(deps);

    app.get(
      '/api/user/profile/address/',
      {
        onRequest,
        schema: { tags, ...PRIVATE, summary: "One's own addresses", response: { 200: AddressList, 401: Detail } },
      },
      async ({ shopper }) => listAddresses(deps.db, shopper.userId),
    );

    app.post(
      '/api/user/profile/address/',
      {
        onRequest,
        schema: {
          tags,
          ...PRIVATE,
          summary: 'Add an address',
          body: NewAddress,
          response: { 201: SavedAddress, 400: BadInput, 401: Detail },
        },
      },
      async ({ shopper, body }, reply) => reply.code(201).send(await addAddress(deps, shopper, body)),
    );

    app.patch(
      '/api/user/profile/address/:id/',
      {
        onRequest,
        schema: {
          tags,
          ...PRIVATE,
          summary: 'Correct an address',
          description:
            'A cart that goes there goes to the corrected one; completed orders keep theirs. Another street, flat, city or postcode forgets the wishes.',
          params: AddressParams,
          body: ChangeAddress,
          response: { 200: SavedAddress, 400: BadInput, 401: Detail, 404: Detail, 409: Detail },
        },
      },
      async ({ shopper, params, body }) => changeAddress(deps, move, shopper, params.id, body),
    );

    app.delete(
      '/api/user/profile/address/:id/',
      {
        onRequest,
        schema: {
          tags,
          ...PRIVATE,
          summary: 'Delete an address',
          description: 'A cart that was to go there has no address then; completed orders keep theirs.',
          params: AddressParams,
          response: { 204: z.undefined(), 401: Detail, 404: Detail, 409: Detail },
        },
      },
      async ({ shopper, params }, reply) => {
        await removeAddress(deps, detach, shopper, params.id);
        return reply.code(204).send();
      },
    );

    app.delete(
      '/api/user/profile/address/:id/wishes/',
      {
        onRequest,
        schema: {
          tags,
          ...PRIVATE,
          summary: 'Forget the wishes of an address',
          description: 'A cart that goes there has none then; completed orders keep theirs.',
          params: AddressParams,
          response: { 200: SavedAddress, 401: Detail, 404: Detail },
        },
      },
      async ({ shopper, params }) => forgetWishes(deps, drop, shopper, params.id),
    );
  };
