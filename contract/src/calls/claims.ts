import * as z from 'zod';
import { Claim, ClaimPromise, ClaimText } from '../claims.ts';
import { BadInput } from '../errors.ts';
import { OrderParams } from '../orders.ts';
import { callsOf } from './call.ts';
import { PHOTO, PhotoField } from './photo.ts';

const call = callsOf({ tags: ['Claims'], may: 'shopper' });

/** Damaged flowers: the photo, and what came of it. */
export const claimCalls = {
  make: call('POST', '/api/user/orders/:orderId/claim/', {
    summary: 'Report damaged flowers, with a photo',
    description: 'From the day of delivery on, once for each order: asked again, it answers 200 with what there is.',
    consumes: ['multipart/form-data'],
    params: OrderParams,
    // For the API document only: the form is read and checked as it arrives, so there is no body to validate before.
    body: z.object({ text: ClaimText, photo: PhotoField }),
    answer: Claim,
    status: 201,
    again: 200,
    refuses: [404, 409, 415, 429],
    refusals: { 413: BadInput },
  }),
  find: call('GET', '/api/user/orders/:orderId/claim/', {
    summary: 'What was reported of an order, and what came of it',
    params: OrderParams,
    answer: Claim,
    refuses: [404],
  }),
  findPromise: call('GET', '/api/user/orders/:orderId/claim/promise/', {
    summary: 'What a report of damaged flowers would be answered with now',
    params: OrderParams,
    answer: ClaimPromise,
    refuses: [404],
  }),
  findPhoto: call('GET', '/api/user/orders/:orderId/claim/photo/', {
    summary: 'The photo of damaged flowers',
    params: OrderParams,
    answer: PHOTO,
    refuses: [404],
  }),
};
