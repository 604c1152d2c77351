import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { Detail } from '#contract/errors.ts';
import { DEMONSTRATION } from '#contract/shop.ts';
import { DESK_COOKIE } from '#contract/staff.ts';
import type { Deps } from '#server/deps.ts';
import { replyCached } from '#server/platform/http/cache/reply-cached.ts';
import { VERSION } from '#server/platform/version.ts';
import { type ApiTexts, cacheTexts } from './api-texts.ts';

/** The page that shows the document runs its own scripts only; it needs inline styles. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const ADDRESS = '/api/docs';
const KINDS = ['json', 'yaml'] as const;

const THEME = {
  title: 'Marigold Lane API',
  css: [{ filename: 'marigold.css', content: '.swagger-ui .topbar { display: none }' }],
};

const STATUS_WORDS: Record<string, string> = {
  200: 'What was asked for.',
  201: 'It was made.',
  202: 'It was accepted; a letter brings what is needed to go on.',
  204: 'It was done; there is nothing to say.',
  304: 'Nothing has changed since the tag in If-None-Match.',
  400: 'Something sent cannot be taken: messages under the fields they belong to.',
  401: 'Nobody is signed in, or no longer.',
  403: 'It may not be done by whoever asks, or not yet.',
  404: 'There is no such thing.',
  409: 'It cannot be done as things stand.',
  413: 'It is larger than we take.',
  415: 'It was sent in a form that is not read here.',
  429: 'Tried too often; Retry-After says when to try again.',
  500: 'Something went wrong on our side.',
  503: 'Not now.',
};

/** Describes every route from the schemas that validate it: OpenAPI at /api/docs/json, for people at /api/docs. */
export async function addApiDocument(
  app: FastifyInstance,
  deps: Deps,
  writeTexts: (app: FastifyInstance) => Promise<ApiTexts>,
): Promise<void> {
  app.addHook('onRoute', ({ schema }) => {
    if (!schema?.response || schema.hide) return;
    // Any request may fail with 500 or wait too long for its turn, and any body may be too large: routes need not declare it
    // themselves.
    const known = schema.response as Record<number, unknown>;
    Object.assign(known, { 500: Detail, 503: known[503] ?? Detail });
    if (schema.body) known[413] ??= Detail;
  });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Marigold Lane',
        version: VERSION,
        description: `${deps.config.demo ? `**${DEMONSTRATION}** ` : ''}The calls of the bouquet shop. Prices are pounds; errors are \`{detail}\` or messages under their field.`,
      },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          desk: { type: 'apiKey', in: 'cookie', name: DESK_COOKIE },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: (document) => describeStatuses(jsonSchemaTransformObject(document)),
  });
  const findText = cacheTexts(() => writeTexts(app), { 'content-security-policy': POLICY });
  await app.register(swaggerUi, {
    routePrefix: ADDRESS,
    staticCSP: POLICY,
    theme: THEME,
    uiHooks: {
      // Instead of its own answers: those are written anew each time, half a megabyte that is not compressed.
      async onRequest(request: FastifyRequest, reply: FastifyReply) {
        const kind = KINDS.find((one) => request.routeOptions.url === `${ADDRESS}/${one}`);
        if (kind) await replyCached(deps, request, reply, await findText(kind));
      },
    },
  });
}

function describeStatuses(document: ReturnType<typeof jsonSchemaTransformObject>) {
  for (const operations of Object.values(document.paths ?? {})) {
    for (const operation of Object.values(operations ?? {})) {
      const { responses = {} } = operation as { responses?: Record<string, { description?: string }> };
      for (const [status, response] of Object.entries(responses)) {
        response.description = STATUS_WORDS[status] ?? response.description;
      }
    }
  }
  return document;
}
