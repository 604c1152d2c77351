import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Coding, chooseCoding, type Effort, isCompressible } from './compress.ts';
import { createCompressOnce } from './compress-once.ts';

type Form = { body: Buffer; head?: string[] };

export type CachedResponse = {
  status: number;
  headers: Record<string, string>;
  etag: string;
  body: Buffer;
  compressible: boolean;
  effort: Effort;
  /** The body in each coding, compressed on the first request that wants it. */
  forms: Partial<Record<Coding, Form>>;
  /** Forms that are being compressed: simultaneous requests share one. */
  pending: Partial<Record<Coding, Promise<Form>>>;
  /** The route under which it is counted when it is sent from the cache. */
  route?: string;
};

/** A hash of the body. Weak, because the compressed forms share it. */
const toTag = (body: Buffer): string => `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;

/** A response that is the same for everyone. Forms that a build has compressed already may be passed in. */
export function toCachedResponse(
  status: number,
  headers: Record<string, string>,
  content: string | Buffer,
  { effort = 'quick', br, gzip: gzipped }: { effort?: Effort; br?: Buffer; gzip?: Buffer } = {},
): CachedResponse {
  const body = Buffer.isBuffer(content) ? content : Buffer.from(content);
  const compressible = isCompressible(headers['content-type'], body);
  return {
    status,
    compressible,
    headers: compressible ? { ...headers, vary: 'accept-encoding' } : headers,
    etag: toTag(body),
    body,
    effort,
    forms: { ...(br && { br: { body: br } }), ...(gzipped && { gzip: { body: gzipped } }) },
    pending: {},
  };
}

export type SendCached = (
  request: IncomingMessage,
  response: ServerResponse,
  cached: CachedResponse,
) => undefined | Promise<void>;

/** Sends a cached response in a coding that the browser accepts, or 304 when the browser has it already. */
export function createSendCached(commonHeaders: Record<string, string>, makeBody = createCompressOnce()): SendCached {
  const toHead = (cached: CachedResponse, more: Record<string, string> = {}): string[] =>
    Object.entries({ ...commonHeaders, ...cached.headers, etag: cached.etag, ...more }).flat();

  const write = (
    request: IncomingMessage,
    response: ServerResponse,
    cached: CachedResponse,
    coding: Coding,
    form: Form,
  ) => {
    form.head ??= toHead(cached, {
      ...(coding === 'identity' ? {} : { 'content-encoding': coding }),
      'content-length': String(form.body.length),
    });
    response.writeHead(cached.status, form.head);
    response.end(request.method === 'HEAD' ? undefined : form.body);
    return undefined;
  };

  const makeForm = (cached: CachedResponse, coding: Coding): Promise<Form> => {
    const { forms, pending } = cached;
    pending[coding] ??= makeBody(cached, coding)
      .then((body) => {
        const form = { body };
        forms[coding] = form;
        return form;
      })
      .finally(() => {
        delete pending[coding];
      });
    return pending[coding];
  };

  return (request, response, cached) => {
    const ifNoneMatch = request.headers['if-none-match'];
    if (ifNoneMatch !== undefined && cached.status === 200 && matchesTag(ifNoneMatch, cached.etag)) {
      response.writeHead(304, toHead(cached)).end();
      return undefined;
    }
    const coding = cached.compressible ? chooseCoding(request.headers['accept-encoding']) : 'identity';
    if (coding === 'identity') cached.forms.identity ??= { body: cached.body };
    const form = cached.forms[coding];
    if (form) return write(request, response, cached, coding, form);
    return makeForm(cached, coding).then((made) => write(request, response, cached, coding, made));
  };
}

function matchesTag(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch === '*' || ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.slice(2));
}
