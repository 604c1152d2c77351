import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { londonDay } from '#contract/delivery.ts';
import {
  AddCode,
  CodeParams,
  CodesThisMonth,
  DeskCode,
  DeskCodes,
  ListDeskCodes,
  SwitchCode,
} from '#contract/desk-codes.ts';
import { BadInput, Detail } from '#contract/errors.ts';
import { toPounds } from '#contract/money.ts';
import type { Deps } from '../deps.ts';
import { Invalid, NotFound } from '../errors.ts';
import { countCodesSince } from '../orders/count-codes-since.ts';
import { type CodeWithUses, listCodes } from '../orders/list-codes.ts';
import { countGuessesOf } from '../promotions/count-guesses.ts';
import { findCode } from '../promotions/find-code.ts';
import { stateOfCode } from '../promotions/state-of-code.ts';
import { AT_DESK, atDesk } from '../staff/at-desk.ts';
import { doneBy } from '../staff/done-by.ts';
import { addCodeAtDesk, switchCodeAtDesk, toNewCode } from './change-codes.ts';

const shared = { tags: ['Desk: promo codes'], ...AT_DESK };
const refusals = { 401: Detail, 403: Detail };
const PAGE = 50;

/** Promo codes: what they give, and what they brought. */
export const codesRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const onRequest = atDesk(deps, 'edit codes');
    const toDeskCode = ({ code, uses, givenPence, broughtPence }: CodeWithUses): DeskCode => ({
      id: code.id,
      code: code.code,
      kind: code.kind,
      value: code.kind === 'pounds' ? toPounds(code.value) : code.value,
      from: code.validFrom,
      until: code.validUntil,
      least: code.leastPence === null ? null : toPounds(code.leastPence),
      uses: code.maxUses,
      each: code.maxUsesEach,
      first_order: code.firstOrderOnly,
      ended_at: code.endedAt?.toISOString() ?? null,
      state: stateOfCode(code, uses, londonDay(deps.clock.now())),
      used: uses,
      given: toPounds(givenPence),
      brought: toPounds(broughtPence),
    });
    const findOne = async (code: string): Promise<DeskCode> => {
      const [found] = await listCodes(deps.db, { code });
      if (!found) throw new NotFound('There is no such code.');
      return toDeskCode(found);
    };

    app.get(
      '/api/desk/codes/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'Promo codes, the newest first',
          querystring: ListDeskCodes,
          response: { 200: DeskCodes, 400: BadInput, ...refusals },
        },
      },
      async ({ query }) => (await listCodes(deps.db, { before: query.before, limit: PAGE })).map(toDeskCode),
    );

    app.post(
      '/api/desk/codes/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'Make a promo code',
          description: 'What it gives and for whom never changes afterwards: it can only be ended, and opened again.',
          body: AddCode,
          response: { 201: DeskCode, 400: BadInput, ...refusals },
        },
      },
      async ({ colleague, body }, reply) => {
        if (await findCode(deps.db, body.code)) throw new Invalid({ code: [`There is a code ${body.code} already.`] });
        await addCodeAtDesk(deps, doneBy(colleague), toNewCode(body));
        return reply.code(201).send(await findOne(body.code));
      },
    );

    app.get(
      '/api/desk/codes/this-month/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'What all codes gave and brought this month',
          response: { 200: CodesThisMonth, ...refusals },
        },
      },
      async () => {
        const first = `${londonDay(deps.clock.now()).slice(0, 7)}-01`;
        const { givenPence, broughtPence } = await countCodesSince(deps.db, first);
        const guesses = await countGuessesOf(deps.db, londonDay(deps.clock.now()));
        return { given: toPounds(givenPence), brought: toPounds(broughtPence), guesses_today: guesses };
      },
    );

    app.get(
      '/api/desk/codes/:code/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'One promo code',
          params: CodeParams,
          response: { 200: DeskCode, ...refusals, 404: Detail },
        },
      },
      async ({ params }) => findOne(params.code),
    );

    app.patch(
      '/api/desk/codes/:code/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'End a promo code, or open it again',
          params: CodeParams,
          body: SwitchCode,
          response: { 200: DeskCode, 400: BadInput, ...refusals, 404: Detail },
        },
      },
      async ({ colleague, params, body }) => {
        await switchCodeAtDesk(deps, doneBy(colleague), { code: params.code, open: body.open });
        return findOne(params.code);
      },
    );
  };
