import { dropInvisible } from '#contract/invisible.ts';
import type { Reply } from '../../bench/http-client.ts';
import type { Operation } from './document.ts';

/** What the inside of a shop looks like; none of it belongs into an answer. */
export const INSIDE =
  /node_modules|\.ts:\d+|\bat [\w.<>]+ \(|syntax error at or near|violates [\w-]+ constraint|ECONNREFUSED/;

/** Fields that come back otherwise than they were sent, on purpose. */
const WRITTEN_OTHERWISE = new Set(['postal_code', 'email', 'delivery_date']);

/** What is wrong with an answer; undefined when it is as documented. */
export function judge(operation: Operation, { status, text, headers }: Reply, sent?: string): string | undefined {
  if (status >= 500 && status !== 503) return 'failed';
  if (!(status in operation.responses)) return 'is not documented';
  if (status >= 400 && INSIDE.test(text)) return 'shows the inside of the shop';
  const check = operation.checkAnswer(status);
  if (!check) return text === '' || headers['content-type'] === 'image/jpeg' ? undefined : 'has a body';
  const json = parse(text);
  if (json === undefined) return 'is not JSON';
  const wrong = check(json);
  if (wrong) return `does not match its schema: ${wrong}`;
  return status < 300 && sent !== undefined && operation.checkBody ? judgeTaking(operation, json, sent) : undefined;
}

/** Something was taken: then it was allowed, and is kept as it was sent. */
function judgeTaking({ checkBody }: Operation, json: unknown, sent: string): string | undefined {
  const body = sent === '' ? null : parse(sent);
  if (body === undefined) return 'took what is not JSON';
  const wrong = checkBody?.(body);
  if (wrong) return `took what the document refuses: ${wrong}`;
  for (const [field, value] of Object.entries((body ?? {}) as Record<string, unknown>)) {
    const kept = (json as Record<string, unknown>)[field];
    if (typeof value !== 'string' || typeof kept !== 'string' || WRITTEN_OTHERWISE.has(field)) continue;
    if (tidy(kept) !== tidy(value)) return `kept ${field} otherwise than it was sent`;
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
