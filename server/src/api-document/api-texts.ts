import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config.ts';
import { type CachedResponse, toCachedResponse } from '#server/platform/http/cache/cached-response.ts';

/** The document of the API as it is sent, in both notations. */
export type ApiTexts = { json: string; yaml: string };

const PROGRAM = new URL('./api-document-worker.ts', import.meta.url);

/** Here it takes the better part of a second, and nobody else is answered meanwhile. */
export const writeTextsHere = async (app: FastifyInstance): Promise<ApiTexts> => ({
  json: JSON.stringify(app.swagger()),
  yaml: app.swagger({ yaml: true }),
});

/** In a thread of its own, which ends afterwards. */
export const writeTextsInWorker = (config: Config) => async (): Promise<ApiTexts> => {
  const worker = new Worker(PROGRAM, { workerData: config });
  // A shop that closes meanwhile does not wait for it.
  worker.unref();
  try {
    // Throws what the thread threw.
    const [texts] = (await once(worker, 'message')) as [ApiTexts];
    return texts;
  } finally {
    void worker.terminate();
  }
};

const TYPES = { json: 'application/json; charset=utf-8', yaml: 'application/x-yaml' };

/** Finds the document as it is sent: written when it is first asked for, and then the same until the shop closes. */
export function cacheTexts(write: () => Promise<ApiTexts>, headers: Record<string, string>) {
  let writing: Promise<Record<keyof ApiTexts, CachedResponse>> | undefined;
  const toResponse = (kind: keyof ApiTexts, text: string) =>
    toCachedResponse(200, { ...headers, 'content-type': TYPES[kind] }, text, { effort: 'best' });
  return async (kind: keyof ApiTexts): Promise<CachedResponse> => {
    writing ??= write().then(({ json, yaml }) => ({ json: toResponse('json', json), yaml: toResponse('yaml', yaml) }));
    try {
      return (await writing)[kind];
    } catch (error) {
      writing = undefined;
      throw error;
    }
  };
}
