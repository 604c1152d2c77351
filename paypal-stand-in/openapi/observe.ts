import { findUnknownKeys } from './find-unknown-keys.ts';
import type { Published, Schema } from './read-files.ts';

export type Finding = { what: string; status: number; checked: string; wrong: string[]; gaps: string[] };

/** Names that PayPal is known to respond with, or that we add, and that the files do not list: see DEVIATIONS.md. */
const NOT_IN_FILES = ['MISSING_SHIPPING_ADDRESS', 'DUPLICATE_REQUEST_ID', 'RATE_LIMIT_REACHED'];

type Exchange = {
  what: string;
  method: string;
  template: string;
  /** Left out when the request is meant to be wrong. */
  request?: unknown;
  status: number;
  expected: number;
  response: unknown;
};

/** Checks one exchange against the files. */
export function observe(published: Published, exchange: Exchange): Finding {
  const { what, method, template, status, expected, request, response } = exchange;
  const wrong = status === expected ? [] : [`answered ${status} instead of ${expected}: ${JSON.stringify(response)}`];
  const gaps: string[] = [];
  const checked: string[] = [];
  const look = (side: 'request' | number, value: unknown) => {
    const schema = published.findSchema(method, template, side);
    if (!schema) return gaps.push(`the files have no schema for the ${side === 'request' ? side : `answer ${side}`}`);
    checked.push(side === 'request' ? 'request' : 'answer');
    const unknown = findUnknownKeys(published, [schema], value);
    const names = readNames(value).filter((name) => NOT_IN_FILES.includes(name));
    const complaints = names.length > 0 ? [] : published.validate(schema, value);
    if (names.length > 0) gaps.push(`${names.join(', ')} is not in the files`);
    wrong.push(...[...complaints, ...unknown].map((words) => `${side === 'request' ? side : 'answer'} ${words}`));
  };
  if (request !== undefined) look('request', request);
  if (response !== undefined) look(status, response);
  return { what, status, checked: checked.join(', ') || 'status', wrong: [...new Set(wrong)], gaps };
}

/** Checks a value by itself, such as an event's resource, against a named schema. */
export function observeValue(
  published: Published,
  what: string,
  schema: Schema & { $ref: string },
  value: unknown,
): Finding {
  const wrong = [...published.validate(schema, value), ...findUnknownKeys(published, [schema], value)];
  return { what, status: 0, checked: 'value', wrong, gaps: [] };
}

const readNames = (body: unknown) => {
  const { name, details = [] } = (body ?? {}) as { name?: string; details?: { issue: string }[] };
  return [...details.map(({ issue }) => issue), ...(name === undefined ? [] : [name])];
};
