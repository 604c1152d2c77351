import type { FastifyPluginAsync } from 'fastify';
import { loginCodeCalls } from '#contract/calls/accounts.ts';
import type { Deps } from '#server/deps.ts';
import { networkOf } from '#server/platform/http/limits/network-of.ts';
import type { PersonalDataSource } from '../own-data/personal-data.ts';
import { serveShopper } from '../sessions/serve-shopper.ts';
import { visitOf } from '../sessions/visit-of.ts';
import { continueWithEmail } from './continue-with-email.ts';
import { logInByCode } from './log-in-by-code.ts';
import { logInByLink } from './log-in-by-link.ts';
import { requestLoginCode } from './request-login-code.ts';
import { requestOwnCode } from './request-own-code.ts';

export const codeRoutes =
  (deps: Deps, sources: PersonalDataSource[]): FastifyPluginAsync =>
  async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store').header('vary', 'Authorization');
    });

    const serve = serveShopper(app, deps);
    serve(loginCodeCalls.continueWithEmail, async (request, reply) => {
      const answer = await continueWithEmail(deps, request.body, visitOf(request));
      if ('ticket' in answer) reply.code(202);
      return answer;
    });
    serve(loginCodeCalls.ask, ({ body, ip }) => requestLoginCode(deps, body, networkOf(ip)));
    serve(loginCodeCalls.use, (request) => logInByCode(deps, sources, request.body, visitOf(request)));
    serve(loginCodeCalls.useLink, (request) => logInByLink(deps, sources, request.body, visitOf(request)));
    serve(loginCodeCalls.askOwn, ({ shopper }) => requestOwnCode(deps, shopper));
  };
