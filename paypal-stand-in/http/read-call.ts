import type { IncomingMessage } from 'node:http';
import { Problem, refuse } from '../problem.ts';
import type { Call } from '../stand-in.ts';

const MAX_BYTES = 1024 * 1024;

export type RawCall = Omit<Call, 'params' | 'body'> & { raw: Buffer };

/** The request as plain data. Refuses one that is too large. */
export async function readCall(request: IncomingMessage): Promise<RawCall> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Problem(413);
    chunks.push(chunk);
  }
  return {
    method: request.method ?? 'GET',
    path: pathname,
    query: searchParams,
    raw: Buffer.concat(chunks),
    header: (name) => {
      const value = request.headers[name.toLowerCase()];
      return Array.isArray(value) ? value.join(', ') : value;
    },
  };
}

/** The body of a call that takes JSON: 415 without the right type, 400 when it cannot be read. */
export function parseJson({ method, raw, header }: RawCall): unknown {
  if (method === 'GET' || method === 'DELETE') return undefined;
  if (!/^application\/json\b/i.test(header('content-type') ?? '')) throw new Problem(415);
  if (raw.length === 0) return undefined;
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch {
    throw refuse('MALFORMED_REQUEST_JSON');
  }
}
