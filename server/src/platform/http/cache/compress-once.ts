import { LRUCache } from 'lru-cache';
import { type Coding, compress, type Effort } from './compress.ts';

/** The pages that the shop links to, compressed: some two hundred of 5 to 25 kB. */
const MOST_BYTES = 4 * 1024 * 1024;

/** The tag is a hash of the body. */
type Content = { etag: string; body: Buffer; effort: Effort };
type Compress = (content: Content, coding: Coding) => Promise<Buffer>;

/**
 * Compressed bodies outlast the responses they belong to. After every sale pages are drawn anew, and most come out as they
 * were: what took a tenth of a second to compress is found by the hash of its content.
 */
export function createCompressOnce(make = compress): Compress {
  const made = new LRUCache<string, Buffer>({
    maxSize: MOST_BYTES,
    sizeCalculation: (body, key) => body.length + key.length * 2,
  });
  return async ({ etag, body, effort }, coding) => {
    const key = `${coding} ${etag}`;
    const before = effort === 'best' ? made.get(key) : undefined;
    if (before) return before;
    const compressed = await make(body, coding, effort);
    if (effort === 'best') made.set(key, compressed);
    return compressed;
  };
}
