import type { FastifyPluginAsync } from 'fastify';
import { codeCalls } from '#contract/calls/desk-codes.ts';
import { londonDay } from '#contract/delivery.ts';
import type { DeskCode } from '#contract/desk-codes.ts';
import { toPounds } from '#contract/money.ts';
import type { Deps } from '#server/deps.ts';
import { Invalid, NotFound } from '#server/errors.ts';
import { type CodeWithUses, countCodesSince, listCodes } from '#server/features/orders/codes/list-codes.ts';
import { countGuessesOf } from '#server/features/promotions/count-guesses.ts';
import { findCode } from '#server/features/promotions/find-code.ts';
import { stateOfCode } from '#server/features/promotions/state-of-code.ts';
import { doneBy } from '#server/features/staff/done-by.ts';
import { serveAtDesk } from '#server/features/staff/serve-at-desk.ts';
import { addCodeAtDesk, switchCodeAtDesk, toNewCode } from './change-codes.ts';

const PAGE = 50;

/** Promo codes: what they give, and what they brought. */
export const codesRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const serve = serveAtDesk(app, deps);
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

    serve(codeCalls.list, async ({ query }) =>
      (await listCodes(deps.db, { before: query.before, limit: PAGE })).map(toDeskCode),
    );
    serve(codeCalls.add, async ({ colleague, body }) => {
      if (await findCode(deps.db, body.code)) throw new Invalid({ code: [`There is a code ${body.code} already.`] });
      await addCodeAtDesk(deps, doneBy(colleague), toNewCode(body));
      return findOne(body.code);
    });
    serve(codeCalls.sumUpMonth, async () => {
      const first = `${londonDay(deps.clock.now()).slice(0, 7)}-01`;
      const { givenPence, broughtPence } = await countCodesSince(deps.db, first);
      const guesses = await countGuessesOf(deps.db, londonDay(deps.clock.now()));
      return { given: toPounds(givenPence), brought: toPounds(broughtPence), guesses_today: guesses };
    });
    serve(codeCalls.find, ({ params }) => findOne(params.code));
    serve(codeCalls.switch, async ({ colleague, params, body }) => {
      await switchCodeAtDesk(deps, doneBy(colleague), { code: params.code, open: body.open });
      return findOne(params.code);
    });
  };
