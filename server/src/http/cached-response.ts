import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Above this a body is worth compressing; below, the headers weigh more than what is saved. */
const WORTH_COMPRESSING = 512;

/** How hard to compress: `best` for what is asked for often and made once, `quick` for the rest. */
const EFFORT = { best: { brotli: 11, gzip: 9 }, quick: { brotli: 4, gzip: 6 } };
export type Effort = keyof typeof EFFORT;

type Coding = 'br' | 'gzip' | 'identity';
type Form = { body: Buffer; head?: string[] };

export type CachedResponse = {
  status: number;
  headers: Record<string, string>;
  etag: string;
  body: Buffer;
  compressible: boolean;
  effort: Effort;
  /** The body as it goes over the wire, each form made when it is first asked for. */
  forms: Partial<Record<Coding, Form>>;
  /** Forms that are being made: who asks meanwhile waits for the same one. */
  making: Partial<Record<Coding, Promise<Form>>>;
};

/** Names a body by its content. Weak, because the compressed forms share it. */
const toTag = (body: Buffer): string => `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;

const isCompressible = (headers: Record<string, string>, body: Buffer) =>
  body.length >= WORTH_COMPRESSING && /text|json|javascript|xml|svg|manifest/.test(headers['content-type'] ?? '');

/** An answer that is the same for everyone. Forms already compressed, as a build makes them, may be given along. */
export function toCachedResponse(
  status: number,
  headers: Record<string, string>,
  content: string | Buffer,
  { effort = 'quick', br, gzip: gzipped }: { effort?: Effort; br?: Buffer; gzip?: Buffer } = {},
): CachedResponse {
  const body = Buffer.isBuffer(content) ? content : Buffer.from(content);
  const compressible = isCompressible(headers, body);
  return {
    status,
    compressible,
    headers: compressible ? { ...headers, vary: 'accept-encoding' } : headers,
    etag: toTag(body),
    body,
    effort,
    forms: { ...(br && { br: { body: br } }), ...(gzipped && { gzip: { body: gzipped } }) },
    making: {},
  };
}

async function compressBody({ body, effort }: CachedResponse, coding: Coding): Promise<Buffer> {
  if (coding === 'gzip') return compressGzip(body, { level: EFFORT[effort].gzip });
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: EFFORT[effort].brotli,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  return compressBrotli(body, { params });
}

function chooseCoding({ compressible }: CachedResponse, accepted: string | undefined): Coding {
  if (!accepted || !compressible) return 'identity';
  if (accepts(accepted, 'br')) return 'br';
  return accepts(accepted, 'gzip') ? 'gzip' : 'identity';
}

function accepts(header: string, coding: string): boolean {
  return header.split(',').some((part) => {
    const [name, weight] = part.trim().split(';');
    return name === coding && !/q=0(\.0*)?$/.test(weight ?? '');
  });
}

export type SendCached = (
  request: IncomingMessage,
  response: ServerResponse,
  answer: CachedResponse,
) => undefined | Promise<void>;

/** Gives answers in the form the browser understands, or 304 when it has them already, each with the headers of all. */
export function createSendCached(headersOfAll: Record<string, string>, compress = compressBody): SendCached {
  const toHead = (answer: CachedResponse, more: Record<string, string> = {}): string[] =>
    Object.entries({ ...headersOfAll, ...answer.headers, etag: answer.etag, ...more }).flat();

  const write = (
    request: IncomingMessage,
    response: ServerResponse,
    answer: CachedResponse,
    coding: Coding,
    form: Form,
  ) => {
    form.head ??= toHead(answer, {
      ...(coding === 'identity' ? {} : { 'content-encoding': coding }),
      'content-length': String(form.body.length),
    });
    response.writeHead(answer.status, form.head);
    response.end(request.method === 'HEAD' ? undefined : form.body);
    return undefined;
  };

  const makeForm = (answer: CachedResponse, coding: Coding): Promise<Form> => {
    const { forms, making } = answer;
    making[coding] ??= compress(answer, coding)
      .then((body) => {
        const form = { body };
        forms[coding] = form;
        return form;
      })
      .finally(() => {
        delete making[coding];
      });
    return making[coding];
  };

  return (request, response, answer) => {
    const known = request.headers['if-none-match'];
    if (known !== undefined && answer.status === 200 && knows(known, answer.etag)) {
      response.writeHead(304, toHead(answer)).end();
      return undefined;
    }
    const coding = chooseCoding(answer, request.headers['accept-encoding']);
    if (coding === 'identity') answer.forms.identity ??= { body: answer.body };
    const form = answer.forms[coding];
    if (form) return write(request, response, answer, coding, form);
    return makeForm(answer, coding).then((made) => write(request, response, answer, coding, made));
  };
}

function knows(known: string, etag: string): boolean {
  return known === '*' || known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.slice(2));
}
