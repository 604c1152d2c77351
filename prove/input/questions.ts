import type { HttpRequest } from '../http-client.ts';
import type { Random } from '../random.ts';
import type { TestAccount } from './accounts.ts';
import { ATTACKS } from './attacks.ts';
import type { Document, Operation } from './document.ts';
import { attack, spoil } from './spoil.ts';
import { makeValue } from './values.ts';

export const KINDS = ['as documented', 'one thing wrong', 'hostile'] as const;
export type Kind = (typeof KINDS)[number];

const FILES = ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'RIFF\0\0\0\0WEBP', '\0\0\0\x1cftypheic', ''];

/** A call of the shop by someone of the crew, with as much wrong as the kind says. */
export function makeQuestion(
  dice: Random,
  document: Document,
  operation: Operation,
  { member, known }: TestAccount,
  kind: Kind,
): HttpRequest {
  const place = kind === 'as documented' ? 'none' : dice.oneOf(listPlaces(operation));
  const fill = (name: string, schema = {}) =>
    String(makeValue(dice, document, known, schema, name) ?? '').toWellFormed();
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => {
    const schema = operation.parameters?.find((parameter) => parameter.name === name)?.schema ?? {};
    return place === 'path' ? oddSegment(dice) : encodeURIComponent(fill(name, schema)) || '%20';
  });
  const query = (operation.parameters ?? [])
    .filter(({ in: where, name }) => where === 'query' && (name === 'order_id' || dice.roll() < 0.5))
    .map(({ name, schema }) => `${name}=${encodeURIComponent(fill(name, schema))}`);
  if (place === 'query') query.push(...oddPairs(dice, operation));
  const headers: Record<string, string> = {
    'x-forwarded-for': `10.${dice.between(128, 255)}.${dice.between(0, 255)}.${dice.between(1, 254)}`,
  };
  if (place === 'key') headers.authorization = oddKey(dice, member.tokens().access);
  else if (operation.isPrivate || dice.roll() < 0.2) headers.authorization = `Bearer ${member.tokens().access}`;
  const body = makeBody(dice, document, operation, known, place === 'body' ? kind : 'as documented');
  if (body) headers['content-type'] = body.type;
  return {
    method: operation.method,
    path: query.length > 0 ? `${path}?${query.join('&')}` : path,
    headers,
    body: body?.text,
  };
}

/** Where something can be wrong with a call; mostly in its body, if it has one. */
function listPlaces({ body, isForm, isPrivate, path }: Operation): ('body' | 'path' | 'query' | 'key')[] {
  return [
    ...(body || isForm ? (['body', 'body', 'body', 'body', 'body', 'body'] as const) : []),
    ...(path.includes('{') ? (['path', 'path'] as const) : []),
    ...(isPrivate ? (['key'] as const) : []),
    'query',
  ];
}

function makeBody(
  dice: Random,
  document: Document,
  { body, isForm }: Operation,
  known: TestAccount['known'],
  kind: Kind,
) {
  if (isForm) return makeForm(dice, kind);
  if (!body) return undefined;
  const value = makeValue(dice, document, known, body);
  const write = {
    'as documented': JSON.stringify,
    'one thing wrong': (one: unknown) => spoil(dice, one),
    hostile: (one: unknown) => attack(dice, one),
  };
  return { text: write[kind](value), type: 'application/json' };
}

function makeForm(dice: Random, kind: Kind) {
  const isOdd = kind !== 'as documented';
  const name = () =>
    isOdd && dice.roll() < 0.5 ? dice.oneOf(ATTACKS).replaceAll(/["\r\n]/g, '') : dice.oneOf(['text', 'photo']);
  const parts = Array.from({ length: isOdd ? dice.between(0, 5) : 2 }, (_, number) => {
    const field = isOdd ? name() : (['text', 'photo'][number] as string);
    const file = field === 'photo' ? '; filename="a.jpg"' : '';
    const value = field === 'photo' ? dice.oneOf(FILES) + 'a'.repeat(dice.between(0, 300)) : dice.oneOf(ATTACKS);
    return `--b\r\ncontent-disposition: form-data; name="${field}"${file}\r\n\r\n${value}\r\n`;
  });
  const whole = Buffer.from(`${parts.join('')}--b--\r\n`, 'latin1');
  const text = isOdd && dice.roll() < 0.3 ? whole.subarray(0, dice.between(0, whole.length)) : whole;
  return { text, type: 'multipart/form-data; boundary=b' };
}

const oddSegment = (dice: Random): string => {
  const words = dice.oneOf(ATTACKS).slice(0, 600).toWellFormed();
  return dice.oneOf([
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
function oddPairs(dice: Random, { parameters = [] }: Operation): string[] {
  const names = parameters.filter(({ in: where }) => where === 'query').map(({ name }) => name);
  const name = dice.oneOf([...names, ...names, 'x', '__proto__', 'constructor']);
  const value = encodeURIComponent(dice.oneOf(ATTACKS).slice(0, 2_000).toWellFormed());
  return dice.oneOf([
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

function oddKey(dice: Random, access: string): string {
  const place = dice.between(0, access.length - 1);
  return dice.oneOf([
    'Bearer',
    'Bearer ',
    `bearer ${access}`,
    `Bearer  ${access}`,
    `Basic ${access}`,
    `Bearer ${access} ${access}`,
    `Bearer ${access.slice(0, place)}A${access.slice(place + 1)}`,
    `Bearer ${access.split('.').slice(0, 2).join('.')}.`,
    'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.',
    `Bearer ${'a.'.repeat(2_000)}`,
  ]);
}
