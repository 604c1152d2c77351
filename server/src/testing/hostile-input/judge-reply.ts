import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { dropInvisible } from '#contract/invisible.ts';
import type { Operation } from './read-document.ts';

/** Traces of the inside of the server; none of them belongs into a reply. */
export const INSIDE =
  /node_modules|\.ts:\d+|\bat [\w.<>]+ \(|syntax error at or near|violates [\w-]+ constraint|ECONNREFUSED/;

/**
 * Fields that come back otherwise than they were sent, on purpose. Of two presses the first `outcome` stands; `version` is what was
 * read, and comes back as what is stored now; a time is read as it is typed, 930 too.
 */
const WRITTEN_OTHERWISE = new Set(['postal_code', 'email', 'delivery_date', 'outcome', 'version', 'leaves_at']);
/** Fields that are stored in capitals, wide letters as narrow ones. */
const IN_CAPITALS = new Set(['code']);

type Reply = { status: number; text: string; headers: IncomingHttpHeaders | OutgoingHttpHeaders };

/** What is wrong with a reply; undefined when it is as documented. */
export function judgeReply(operation: Operation, { status, text, headers }: Reply, sent?: string): string | undefined {
  if (status >= 500 && status !== 503) return 'failed';
  // An address or headers that are longer than HTTP is read: refused before it is known which call it is.
  if (status === 431) return text === '{"detail":"Those headers are too long."}' ? undefined : 'is not documented';
  if (!(status in operation.responses)) return 'is not documented';
  if (status >= 400 && INSIDE.test(text)) return 'shows the inside of the shop';
  const check = isOther(operation, status, headers) ? undefined : operation.checkAnswer(status);
  if (!check) return text === '' || isDescribed(operation, status, headers) ? undefined : 'has a body';
  const json = parse(text);
  if (json === undefined) return 'is not JSON';
  const wrong = check(json);
  if (wrong) return `does not match its schema: ${wrong}`;
  return status < 300 && sent !== undefined && operation.checkBody ? judgeAccepted(operation, json, sent) : undefined;
}

/** Whether the document names this kind of content for an answer. */
const isDescribed = (operation: Operation, status: number, headers: Reply['headers']): boolean =>
  listTypes(operation, status).some((type) => String(headers['content-type']).startsWith(type));

/** Whether it is one of the kinds that are no JSON: a call may answer with either. */
const isOther = (operation: Operation, status: number, headers: Reply['headers']): boolean =>
  isDescribed(operation, status, headers) && !String(headers['content-type']).startsWith('application/json');

const listTypes = ({ responses }: Operation, status: number): string[] => Object.keys(responses[status]?.content ?? {});

/** Whether a day says that it has none of its own: then the field shows what applies otherwise, such as the words for Sundays. */
const isByDefault = (json: unknown, field: string): boolean =>
  (json as { own?: Record<string, unknown> }).own?.[field] === null;

/** What was accepted must be allowed, and stored as it was sent. */
function judgeAccepted({ checkBody }: Operation, json: unknown, sent: string): string | undefined {
  const body = sent === '' ? null : parse(sent);
  if (body === undefined) return 'took what is not JSON';
  const wrong = checkBody?.(body);
  if (wrong) return `took what the document refuses: ${wrong}`;
  for (const [field, value] of Object.entries((body ?? {}) as Record<string, unknown>)) {
    const stored = (json as Record<string, unknown>)[field];
    if (typeof value !== 'string' || typeof stored !== 'string' || WRITTEN_OTHERWISE.has(field)) continue;
    if (value === '' && isByDefault(json, field)) continue;
    const expected = IN_CAPITALS.has(field) ? tidy(value.normalize('NFKC')).toUpperCase() : tidy(value);
    if (tidy(stored) !== expected) return `kept ${field} otherwise than it was sent`;
  }
  return undefined;
}

/** One Unicode form, one kind of line break, nothing around it and nothing in it that cannot be seen. */
const tidy = (text: string) => dropInvisible(text.normalize('NFC')).replaceAll(/\r\n?/g, '\n').trim();

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
