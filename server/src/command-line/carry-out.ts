import { type FileHandle, open, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import * as z from 'zod';
import type { Call } from '#contract/calls/call.ts';
import { BadInput, type FieldErrors } from '#contract/errors.ts';
import { filled, listOptions, nameShape, readWord, toSchema } from './call-options.ts';
import { type CallingDesk, NotDone } from './desk.ts';
import type { CallCommand } from './desk-calls.ts';
import { describeAnswer } from './print-answer.ts';
import { printable } from './printable.ts';

type Fields = Record<string, unknown>;
/** The words of a command without a name, and its options. */
export type Written = { words: readonly string[]; values: Readonly<Record<string, unknown>> };

const namesInPath = ({ path }: Call): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
const isFile = ({ answer }: Call): boolean => answer !== undefined && !(answer instanceof z.ZodType);

/** What is written without a name, in its order: what stands in the path, what the command takes, and where a file goes. */
export const placesOf = ({ call, takes = [] }: CallCommand): string[] => [
  ...namesInPath(call),
  ...takes,
  ...(isFile(call) ? ['file'] : []),
];

/** The last of them takes as many words as there are, if it is a list. */
export const isOpenEnded = (command: CallCommand): boolean =>
  listOptions(command).find(({ path: [field] }) => field === placesOf(command).at(-1))?.kind === 'list';

/** Carries out a call of the desk by the handler that its pages call, and prints the answer. */
export async function carryOut(desk: CallingDesk, command: CallCommand, { words, values }: Written): Promise<void> {
  const { call, takes = [], sends = {}, sees, hides = [] } = command;
  const named = namesInPath(call);
  const params = words.slice(0, named.length);
  const fields: Fields = { ...sends, ...readFields(command, words.slice(named.length), values) };
  if (sees && !Object.hasOwn(fields, sees.field))
    fields[sees.field] = sees.pick((await send(desk, sees.call, params, {}, takes)).json());
  const file = isFile(call) ? words[placesOf(command).length - 1] : undefined;
  if (isFile(call) && file === undefined) throw new NotDone('FILE: Say where it goes.');

  for (const [place, name] of named.entries()) toPart(name, params[place]);
  if (command.asks) await requireYes(desk, command.asks(...params), values.yes === true);
  const ask = () => send(desk, call, params, fields, takes);
  if (file !== undefined) {
    await writeNew(resolve(file), async (handle) => handle.writeFile((await ask()).rawPayload));
    return desk.print(`It is in ${resolve(file)}, which nobody else may read. Delete it when you have seen it.`);
  }
  const answer = await ask();
  if (!call.answer) return desk.print('It is done.');
  const told = answer.json();
  const shown = Array.isArray(told)
    ? told
    : Object.fromEntries(Object.entries(told).filter(([name]) => !hides.includes(name)));
  const schema = call.answer instanceof z.ZodType ? filled(toSchema(call.answer, 'output')) : {};
  desk.print([...describeAnswer(shown, schema), ...[command.adds?.(told) ?? []].flat()].join('\n'));
  if (isUndone(told)) throw new NotDone('Not all of it was done.');
}

/** A person types yes; a script says it beforehand. */
async function requireYes({ prompt }: CallingDesk, question: string, isSaid: boolean): Promise<void> {
  if (isSaid) return;
  if (!prompt) throw new NotDone('Nobody is there to be asked: --yes does it. Nothing was done.');
  const answer = await prompt(`${question} It cannot be undone. Type yes to do it: `);
  if (answer.trim().toLowerCase() !== 'yes') throw new NotDone('Nothing was done.');
}

/** Makes the file before anything is asked for, and takes it away again if nothing comes. */
async function writeNew(path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await write(file);
  } catch (error) {
    await rm(path);
    throw error;
  } finally {
    await file.close();
  }
}

/** An answer that says of itself, or of one of several, that nothing came of it. */
function isUndone(answer: Fields | Fields[]): boolean {
  const { outcome, orders } = Array.isArray(answer) ? { outcome: undefined, orders: answer } : answer;
  return outcome === 'failed' || (Array.isArray(orders) && orders.some(({ done }) => done === false));
}

function readFields(command: CallCommand, words: readonly string[], values: Written['values']): Fields {
  const { takes = [] } = command;
  let fields: Fields = {};
  for (const option of listOptions(command)) {
    const place = option.path.length === 1 ? takes.indexOf(option.path[0] ?? '') : -1;
    const isLast = place === takes.length - 1 && isOpenEnded(command);
    const unnamed = isLast ? words.slice(place).join(',') || undefined : words[place];
    const word = (place < 0 ? undefined : unnamed) ?? values[option.name];
    if (typeof word === 'string' || typeof word === 'boolean')
      fields = put(fields, option.path, readWord(option, word));
  }
  return fields;
}

function put(fields: Fields, [first = '', ...rest]: string[], value: unknown): Fields {
  const { [first]: before = {} } = fields;
  return { ...fields, [first]: rest.length === 0 ? value : put(before as Fields, rest, value) };
}

async function send(
  desk: CallingDesk,
  call: Call,
  params: readonly string[],
  fields: Fields,
  takes: readonly string[],
) {
  const { method, path, body } = call;
  const answer = await desk.ask({
    method,
    url: namesInPath(call).reduce((url, name, place) => url.replace(`:${name}`, toPart(name, params[place])), path),
    // As a page of this shop sends it.
    headers: { origin: new URL(desk.config.publicUrl).origin },
    ...(body ? { payload: { ...nameShape(body, fields), ...fields } } : { query: toQuery(fields) }),
  });
  if (answer.statusCode < 300) return answer;
  throw new NotDone(explain(answer.json(), { params, names: namesInPath(call), takes }));
}

/** A word as a part of a path, which leads nowhere else. */
function toPart(name: string, word: string | undefined): string {
  if (word === undefined) throw new NotDone(`${toPlace(name)}: Say which.`);
  if (/^\.*$/.test(word)) throw new NotDone(saysNone(name, word));
  return encodeURIComponent(word);
}

const toQuery = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));

/** As it stands in `--help`: ORDER. */
export const toPlace = (name: string): string =>
  name
    .replace(/(?!^)Id$/, '')
    .replaceAll('_', '-')
    .toUpperCase();

const saysNone = (name: string, word: string): string =>
  `There is no ${name === 'id' ? 'such id' : name.replace(/Id$/, '')} ${/^\d+$/.test(word) ? word : JSON.stringify(word)}.`;

type Asked = { params: readonly string[]; names: readonly string[]; takes: readonly string[] };

/** A refusal of the API in the words of the command: what it calls a field has the name of the option. */
function explain(sent: unknown, { params, names, takes }: Asked): string {
  const { data: refusal = {} } = BadInput.safeParse(sent);
  const { detail } = refusal;
  if (detail === 'Not found.') return saysNone(names.at(-1) ?? 'such thing', params.at(-1) ?? '');
  if (typeof detail === 'string') return printable(detail);
  const label = (field: string) => (takes.includes(field) ? toPlace(field) : `--${field.replaceAll('_', '-')}`);
  return Object.entries(refusal as FieldErrors)
    .map(
      ([field, messages]) =>
        `${field === 'non_field_errors' ? '' : `${label(field)}: `}${messages.map(printable).join(' ')}`,
    )
    .join('\n');
}
