import type { Random } from '../random.ts';
import { ATTACKS, anyValue } from './hostile-values.ts';
import { type Known, makeValue } from './make-value.ts';
import type { Document, Operation } from './read-document.ts';
import { attackBody, spoilBody } from './spoil-body.ts';

export const KINDS = ['as documented', 'one thing wrong', 'hostile'] as const;
export type Kind = (typeof KINDS)[number];

const FILES = ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'RIFF\0\0\0\0WEBP', '\0\0\0\x1cftypheic', '\0\0\0\x1cftypavif', ''];

export type HostileRequest = { method: string; path: string; headers: Record<string, string>; body?: string | Buffer };
type Part = 'body' | 'path' | 'query' | 'key';

/** A request wrong in one part of it, by chance or as named; where it is named, the path names what is known. */
export function makeRequest(
  random: Random,
  document: Document,
  operation: Operation,
  { access, known }: { access: string; known: Known },
  kind: Kind,
  part?: Part,
): HostileRequest {
  const wrong = kind === 'as documented' ? 'none' : (part ?? random.oneOf(listParts(operation)));
  const fill = (name: string, schema = {}) =>
    String(makeValue(random, document, known, schema, name) ?? '').toWellFormed();
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => {
    const schema = operation.parameters?.find((parameter) => parameter.name === name)?.schema ?? {};
    if (wrong === 'path') return oddSegment(random);
    return encodeURIComponent(part && known[name] ? String(random.oneOf(known[name])) : fill(name, schema)) || '%20';
  });
  const query = (operation.parameters ?? [])
    .filter(({ in: where, name }) => where === 'query' && (name === 'order_id' || random.roll() < 0.5))
    .map(({ name, schema }) => `${name}=${encodeURIComponent(fill(name, schema))}`);
  if (wrong === 'query') query.push(...oddPairs(random, operation));
  const headers: Record<string, string> = {
    'x-forwarded-for': `10.${random.between(128, 255)}.${random.between(0, 255)}.${random.between(1, 254)}`,
  };
  if (wrong === 'key') headers.authorization = oddKey(random, access);
  else if (operation.isPrivate || random.roll() < 0.2) headers.authorization = `Bearer ${access}`;
  const body = makeBody(random, document, operation, known, wrong === 'body' ? kind : 'as documented');
  if (body) headers['content-type'] = body.type;
  return {
    method: operation.method,
    path: query.length > 0 ? `${path}?${query.join('&')}` : path,
    headers,
    ...(body && { body: body.text }),
  };
}

/** Where something can be wrong with a call; mostly in its body, if it has one. */
function listParts({ body, isForm, isPrivate, path }: Operation): Part[] {
  return [
    ...(body || isForm ? (['body', 'body', 'body', 'body', 'body', 'body'] as const) : []),
    ...(path.includes('{') ? (['path', 'path'] as const) : []),
    ...(isPrivate ? (['key'] as const) : []),
    'query',
  ];
}

function makeBody(random: Random, document: Document, { body, isForm }: Operation, known: Known, kind: Kind) {
  if (isForm) return makeForm(random, kind);
  if (!body) return undefined;
  const value = makeValue(random, document, known, body);
  const write = {
    'as documented': JSON.stringify,
    'one thing wrong': (one: unknown) => spoilBody(random, one),
    hostile: (one: unknown) => attackBody(random, one),
  };
  return { text: write[kind](value), type: 'application/json' };
}

function makeForm(random: Random, kind: Kind) {
  const isOdd = kind !== 'as documented';
  const name = () =>
    isOdd && random.roll() < 0.5 ? random.oneOf(ATTACKS).replaceAll(/["\r\n]/g, '') : random.oneOf(['text', 'photo']);
  const parts = Array.from({ length: isOdd ? random.between(0, 5) : 2 }, (_, number) => {
    const field = isOdd ? name() : (['text', 'photo'][number] as string);
    const file = field === 'photo' ? '; filename="a.jpg"' : '';
    const value = field === 'photo' ? random.oneOf(FILES) + anyBytes(random) : random.oneOf(ATTACKS);
    return `--b\r\ncontent-disposition: form-data; name="${field}"${file}\r\n\r\n${value}\r\n`;
  });
  const whole = Buffer.from(`${parts.join('')}--b--\r\n`, 'latin1');
  const text = isOdd && random.roll() < 0.3 ? whole.subarray(0, random.between(0, whole.length)) : whole;
  return { text, type: 'multipart/form-data; boundary=b' };
}

const anyBytes = (random: Random): string =>
  Array.from({ length: random.between(0, 300) }, () => String.fromCharCode(random.between(0, 255))).join('');

const oddSegment = (random: Random): string => {
  const text = random.roll() < 0.5 ? random.oneOf(ATTACKS) : JSON.stringify(anyValue(random));
  const words = text.slice(0, 600).toWellFormed();
  return random.oneOf([
    encodeURIComponent(words).replaceAll('.', '%2e') || '%20',
    '%ED%A0%80',
    '%ff',
    '1%00',
    '1%2f1',
    '0',
    '-1',
    '1;a',
    '1%0d%0aa:b',
  ]);
};

/** Names twice, names nobody knows, lists and objects in brackets, and hostile words. */
function oddPairs(random: Random, { parameters = [] }: Operation): string[] {
  const names = parameters.filter(({ in: where }) => where === 'query').map(({ name }) => name);
  const name = random.oneOf([...names, ...names, 'x', '__proto__', 'constructor']);
  const value = encodeURIComponent(random.oneOf(ATTACKS).slice(0, 2_000).toWellFormed());
  return random.oneOf([
    [`${name}=${value}`],
    [`${name}=1`, `${name}=${value}`],
    [`${name}[]=${value}`],
    [`${name}[a][b]=${value}`],
    [`${name}`],
    [`=${value}`],
    [`${name}=%ED%A0%80`],
    [`${name}=%zz%`],
    ['&&&=', '?', `${name}=1`],
  ]);
}

function oddKey(random: Random, access: string): string {
  const at = random.between(0, access.length - 1);
  return random.oneOf([
    'Bearer',
    'Bearer ',
    `bearer ${access}`,
    `Bearer  ${access}`,
    `Basic ${access}`,
    `Bearer ${access} ${access}`,
    `Bearer ${access.slice(0, at)}A${access.slice(at + 1)}`,
    `Bearer ${access.split('.').slice(0, 2).join('.')}.`,
    'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.',
    `Bearer ${'a.'.repeat(2_000)}`,
  ]);
}
