import {
  AnswerClaim,
  ClaimParams,
  ClaimsWaiting,
  DeskClaimDetail,
  DeskClaims,
  ListClaims,
  RefundedForClaim,
  RefundForClaim,
  ReplaceForClaim,
  ShowClaimPhoto,
} from '../desk-claims.ts';
import { MayNot } from '../errors.ts';
import { callsOf } from './call.ts';
import { PHOTO } from './photo.ts';

const call = callsOf({ tags: ['Desk: claims'], may: 'answer claims' });

/** Damaged flowers, and what is done about them. */
export const claimDeskCalls = {
  list: call('GET', '/api/desk/claims/', {
    summary: 'Who waits for an answer, or got one',
    query: ListClaims,
    answer: DeskClaims,
  }),
  countWaiting: call('GET', '/api/desk/claims/waiting/', {
    summary: 'How many wait',
    answer: ClaimsWaiting,
  }),
  find: call('GET', '/api/desk/claims/:claimId/', {
    summary: 'One claim',
    params: ClaimParams,
    answer: DeskClaimDetail,
    refuses: [404],
  }),
  photo: call('GET', '/api/desk/claims/:claimId/photo/', {
    summary: "The buyer's photo",
    params: ClaimParams,
    query: ShowClaimPhoto,
    answer: PHOTO,
    refuses: [404],
  }),
  deliveryPhoto: call('GET', '/api/desk/claims/:claimId/delivery-photo/', {
    summary: "The driver's photo at the door",
    params: ClaimParams,
    answer: PHOTO,
    refuses: [404],
  }),
  answer: call('POST', '/api/desk/claims/:claimId/answer/', {
    summary: 'Answer by letter',
    params: ClaimParams,
    body: AnswerClaim,
    answer: DeskClaimDetail,
    refuses: [404, 409],
  }),
  replace: call('POST', '/api/desk/claims/:claimId/replace/', {
    summary: 'Send the same flowers again, for nothing, on the next day that has room',
    params: ClaimParams,
    body: ReplaceForClaim,
    answer: DeskClaimDetail,
    refuses: [404, 409],
  }),
  refund: call('POST', '/api/desk/claims/:claimId/refund/', {
    may: 'refund',
    summary: 'Give back a part of the money, or all of it',
    description:
      'A florist up to a sum for each order, which the owner sets; above it an owner confirms it with a passkey first.',
    params: ClaimParams,
    body: RefundForClaim,
    answer: RefundedForClaim,
    refuses: [404, 409],
    refusals: { 403: MayNot },
  }),
};
