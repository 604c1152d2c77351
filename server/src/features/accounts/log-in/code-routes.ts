import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  AskLoginCode,
  CodeSent,
  ContinueWithEmail,
  LogInByCode,
  LogInByLink,
  Registered,
  SignedIn,
} from '#contract/accounts.ts';
import { BadInput, Detail } from '#contract/errors.ts';
import type { Deps } from '#server/deps.ts';
import { networkOf } from '#server/platform/http/limits/network-of.ts';
import type { PersonalDataSource } from '../own-data/personal-data.ts';
import { PRIVATE, signedIn } from '../sessions/signed-in.ts';
import { visitOf } from '../sessions/visit-of.ts';
import { continueWithEmail } from './continue-with-email.ts';
import { logInByCode } from './log-in-by-code.ts';
import { logInByLink } from './log-in-by-link.ts';
import { requestLoginCode } from './request-login-code.ts';
import { requestOwnCode } from './request-own-code.ts';

const tags = ['Accounts'];

/** Registering and signing in with the email address alone. */
export const codeRoutes =
  (deps: Deps, sources: PersonalDataSource[]): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store').header('vary', 'Authorization');
    });

    app.post(
      '/api/user/continue-with-email/',
      {
        schema: {
          tags,
          summary: 'Register with an email address alone and sign in, or have a code sent to a known one',
          description: '201 with tokens for an address that is new here, 202 with a ticket for one that is known.',
          body: ContinueWithEmail,
          response: { 201: Registered, 202: CodeSent, 400: BadInput, 429: Detail },
        },
      },
      async (request, reply) => {
        const answer = await continueWithEmail(deps, request.body, visitOf(request));
        return 'ticket' in answer ? reply.code(202).send(answer) : reply.code(201).send(answer);
      },
    );

    app.post(
      '/api/user/login-code/',
      {
        schema: {
          tags,
          summary: 'Ask for a letter with a code to sign in',
          description: 'The answer is the same whether or not the address is known.',
          body: AskLoginCode,
          response: { 200: CodeSent, 400: BadInput, 429: Detail },
        },
      },
      async (request) => requestLoginCode(deps, request.body, networkOf(request.ip)),
    );

    app.post(
      '/api/user/login-code/use/',
      {
        schema: {
          tags,
          summary: 'Sign in with the code from the letter',
          body: LogInByCode,
          response: { 200: SignedIn, 400: BadInput, 429: Detail },
        },
      },
      async (request) => logInByCode(deps, sources, request.body, visitOf(request)),
    );

    app.post(
      '/api/user/login-link/',
      {
        schema: {
          tags,
          summary: 'Sign in with the link from the letter',
          body: LogInByLink,
          response: { 200: SignedIn, 400: BadInput, 404: Detail, 429: Detail },
        },
      },
      async (request) => logInByLink(deps, sources, request.body, visitOf(request)),
    );

    app.post(
      '/api/user/profile/code/',
      {
        onRequest: signedIn(deps),
        schema: {
          tags: ['Profile'],
          ...PRIVATE,
          summary: 'Have a code sent that stands in for the password, for an account without one',
          response: { 200: Detail, 401: Detail, 429: Detail },
        },
      },
      async ({ shopper }) => requestOwnCode(deps, shopper),
    );
  };
