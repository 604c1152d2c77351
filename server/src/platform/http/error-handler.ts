import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchemaValidationError,
} from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { FieldErrors, MayNot } from '#contract/errors.ts';
import {
  Busy,
  Conflict,
  Invalid,
  NotAllowed,
  NotConfirmed,
  NotFound,
  NotSignedIn,
  ONLY_JSON,
  OnStandby,
  Outdated,
  PaymentAway,
  RETRY_AFTER,
  TooLarge,
  TooMany,
  WrongForm,
} from '#server/errors.ts';
import { findOutage } from '#server/platform/database/pool/find-outage.ts';
import { describeFailure } from '#server/platform/describe-failure.ts';
import { toFields } from './to-fields.ts';

type Refusal = { status: number; body: MayNot | FieldErrors | { detail: string; current: object } };

/** Our message for what Fastify itself refuses. */
const MESSAGES: Record<number, string> = {
  400: 'We could not read that request.',
  404: 'Not found.',
  405: 'That cannot be done here.',
  413: 'That is too large.',
  414: 'That address is too long.',
  415: ONLY_JSON,
};

/** The only place where an error becomes an HTTP response. */
export function handleErrors(app: FastifyInstance): void {
  app.setNotFoundHandler((_request, reply) => {
    return reply.code(404).header('cache-control', 'no-store').send({ detail: MESSAGES[404] });
  });
  app.setErrorHandler((thrown: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    if (isAborted(request)) return ignoreAborted(request, reply);
    // A statement that found its queue full.
    const error: Error = thrown.cause instanceof Busy ? thrown.cause : thrown;
    const { status, body } = toRefusal(error);
    // The pattern of the route is logged, not the URL: that may contain a key.
    if (status >= 500 && !(error instanceof Busy || error instanceof OnStandby || error instanceof PaymentAway)) {
      const outage = findOutage(error)?.reason;
      app.log.error(
        { request: request.id, status, outage, err: describeFailure(error), route: request.routeOptions.url },
        outage ? 'The database is away' : 'Unexpected failure',
      );
    }
    if (error instanceof TooLarge) closeSoon(request, reply);
    if (status === 503) reply.header('retry-after', RETRY_AFTER);
    if (status === 401) reply.header('www-authenticate', 'Bearer');
    if (error instanceof TooMany || error instanceof PaymentAway) reply.header('retry-after', String(error.seconds));
    return reply.code(status).header('cache-control', 'no-store').send(body);
  });
}

/** The client closed the connection before the whole body had arrived. */
const isAborted = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete;

/** Phones lose their connection all the time: whatever failed because of it is no error of the shop's. */
function ignoreAborted(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.server.log.debug(
    { request: request.id, route: request.routeOptions.url },
    'A client closed the connection before the end of its request',
  );
  return reply.code(400).header('cache-control', 'no-store').send({ detail: MESSAGES[400] });
}

/** A body above the limit may never end: the client has a second to read the refusal, then the connection is closed. */
function closeSoon({ raw }: FastifyRequest, reply: FastifyReply): void {
  reply.header('connection', 'close');
  reply.raw.once('finish', () => setTimeout(() => raw.destroy(), 1_000).unref());
}

function toRefusal(error: Error & Partial<FastifyError>): Refusal {
  if (hasZodFastifySchemaValidationErrors(error)) {
    // An id that cannot exist gets the same response as one that does not exist.
    if (error.validationContext === 'params') return { status: 404, body: { detail: MESSAGES[404] as string } };
    return { status: 400, body: toFields(error.validation.map(toIssue)) };
  }
  if (error instanceof Invalid) return { status: 400, body: error.fields };
  if (error instanceof TooLarge) return { status: 413, body: error.fields };
  if (error instanceof WrongForm) return { status: 415, body: { detail: error.message } };
  if (error instanceof NotFound) return { status: 404, body: { detail: error.message } };
  if (error instanceof NotSignedIn) return { status: 401, body: { detail: error.message } };
  if (error instanceof NotConfirmed) return { status: 403, body: { detail: error.message, confirm: true } };
  if (error instanceof NotAllowed) return { status: 403, body: { detail: error.message } };
  if (error instanceof Outdated) return { status: 409, body: { detail: error.message, current: error.current } };
  if (error instanceof Conflict) return { status: 409, body: { detail: error.message } };
  if (error instanceof TooMany) return { status: 429, body: { detail: error.message } };
  if (error instanceof OnStandby) return { status: 503, body: { detail: error.message } };
  if (error instanceof Busy || error instanceof PaymentAway) return { status: 503, body: { detail: error.message } };
  if (findOutage(error))
    return { status: 503, body: { detail: 'We cannot look that up just now. Please try again in a moment.' } };
  const message = error.statusCode === undefined ? undefined : MESSAGES[error.statusCode];
  if (error.statusCode && message) return { status: error.statusCode, body: { detail: message } };
  return { status: 500, body: { detail: 'Something went wrong on our side.' } };
}

const toIssue = ({ instancePath, message = 'This value cannot be used.', params }: FastifySchemaValidationError) => ({
  path: instancePath.split('/').slice(1).filter(Boolean),
  message,
  keys: params.keys,
});
