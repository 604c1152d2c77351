import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Above this a body is worth compressing; below, the headers weigh more than what is saved. */
const WORTH_COMPRESSING = 512;

/** How hard to compress: `best` for what is requested often and made once, `quick` for the rest. */
const EFFORT = { best: { brotli: 11, gzip: 9 }, quick: { brotli: 4, gzip: 6 } };
export type Effort = keyof typeof EFFORT;
export type Coding = 'br' | 'gzip' | 'identity';

export const isCompressible = (type: string | undefined, body: Buffer): boolean =>
  body.length >= WORTH_COMPRESSING && /text|json|javascript|xml|svg|manifest|yaml/.test(type ?? '');

/** Browsers send one of a few. */
const chosen = new LRUCache<string, Coding>({ max: 100 });
/** Longer ones are somebody's own. */
const LONGEST_REMEMBERED = 100;

/** The best coding that `accept-encoding` names. */
export function chooseCoding(accepted: string | undefined): Coding {
  if (!accepted) return 'identity';
  if (accepted.length > LONGEST_REMEMBERED) return readCoding(accepted);
  const known = chosen.get(accepted);
  if (known) return known;
  const coding = readCoding(accepted);
  chosen.set(accepted, coding);
  return coding;
}

function readCoding(accepted: string): Coding {
  if (accepts(accepted, 'br')) return 'br';
  return accepts(accepted, 'gzip') ? 'gzip' : 'identity';
}

function accepts(header: string, coding: string): boolean {
  return header.split(',').some((part) => {
    const [name, weight] = part.trim().split(';');
    return name === coding && !/q=0(\.0*)?$/.test(weight ?? '');
  });
}

/** Not on the thread that answers requests. */
export async function compress(body: Buffer, coding: Coding, effort: Effort): Promise<Buffer> {
  if (coding === 'identity') return body;
  if (coding === 'gzip') return compressGzip(body, { level: EFFORT[effort].gzip });
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: EFFORT[effort].brotli,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  return compressBrotli(body, { params });
}
