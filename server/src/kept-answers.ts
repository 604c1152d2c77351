import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Above this a body is worth compressing; below, the headers weigh more than what is saved. */
const WORTH_COMPRESSING = 512;
/** Brotli's best is slow: bearable once per page, not for a list of 50,000. */
const SMALL_ENOUGH_FOR_BEST = 512 * 1024;

export type Answer = {
  status: number;
  headers: Record<string, string>;
  etag: string;
  body: Buffer;
  brotli?: Buffer;
  gzip?: Buffer;
};

/** Names a body by its content. Weak, because the compressed forms share it. */
export const toTag = (body: Buffer): string =>
  `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;

/** Compresses and tags an answer once, so that giving it costs no more than copying bytes. */
export async function toAnswer(
  status: number,
  headers: Record<string, string>,
  content: string | Buffer,
): Promise<Answer> {
  const body = Buffer.isBuffer(content) ? content : Buffer.from(content);
  const etag = toTag(body);
  const compressible = /text|json|javascript|xml|svg|manifest/.test(headers['content-type'] ?? '');
  if (!compressible || body.length < WORTH_COMPRESSING) return { status, headers, etag, body };
  const quality = body.length <= SMALL_ENOUGH_FOR_BEST ? 11 : 5;
  const [brotli, gzipped] = await Promise.all([
    compressBrotli(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
    compressGzip(body, { level: 9 }),
  ]);
  return { status, headers: { ...headers, vary: 'accept-encoding' }, etag, body, brotli, gzip: gzipped };
}

/** Gives an answer in the form the browser understands, or 304 when it has it already. */
export function giveAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  reply.code(answer.status).headers(answer.headers).header('etag', answer.etag);
  const known = request.headers['if-none-match'];
  if (answer.status === 200 && known !== undefined && knows(known, answer.etag)) return reply.code(304).send();
  const accepted = request.headers['accept-encoding'] ?? '';
  if (answer.brotli && accepts(accepted, 'br')) return reply.header('content-encoding', 'br').send(answer.brotli);
  if (answer.gzip && accepts(accepted, 'gzip')) return reply.header('content-encoding', 'gzip').send(answer.gzip);
  return reply.send(answer.body);
}

function knows(known: string, etag: string): boolean {
  return known === '*' || known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.slice(2));
}

function accepts(header: string, coding: string): boolean {
  return header.split(',').some((part) => {
    const [name, weight] = part.trim().split(';');
    return name === coding && !/q=0(\.0*)?$/.test(weight ?? '');
  });
}

const weigh = (answer: Answer) => answer.body.length + (answer.brotli?.length ?? 0) + (answer.gzip?.length ?? 0);

export type Shelf = {
  /** The kept answer, or a new one; simultaneous asks for one key make it once. */
  keep(key: string, make: () => Promise<Answer>): Promise<Answer> | Answer;
  clear(): void;
};

/** Keeps answers in memory, the least recently asked for leaving first. `mayKeep` is asked each time. */
export function createShelf({ maxBytes, mayKeep = () => true }: { maxBytes: number; mayKeep?: () => boolean }): Shelf {
  const kept = new Map<string, Answer>();
  const inTheMaking = new Map<string, Promise<Answer>>();
  let bytes = 0;
  let generation = 0;

  const put = (key: string, answer: Answer) => {
    if (weigh(answer) > maxBytes) return;
    kept.set(key, answer);
    bytes += weigh(answer);
    for (const [oldest, old] of kept) {
      if (bytes <= maxBytes) break;
      kept.delete(oldest);
      bytes -= weigh(old);
    }
  };

  const makeOnce = async (key: string, make: () => Promise<Answer>): Promise<Answer> => {
    const started = generation;
    try {
      const answer = await make();
      // An answer begun before the catalogue changed may hold the old one: give it, but do not keep it.
      if (started === generation && answer.status === 200 && mayKeep()) put(key, answer);
      return answer;
    } finally {
      if (started === generation) inTheMaking.delete(key);
    }
  };

  return {
    keep(key, make) {
      const answer = kept.get(key);
      if (answer) {
        kept.delete(key);
        kept.set(key, answer);
        return answer;
      }
      const pending = inTheMaking.get(key);
      if (pending) return pending;
      const making = makeOnce(key, make);
      inTheMaking.set(key, making);
      return making;
    },
    clear() {
      generation += 1;
      kept.clear();
      inTheMaking.clear();
      bytes = 0;
    },
  };
}
