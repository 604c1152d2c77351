import type { Random } from '../random.ts';
import { ATTACKS, anyValue, ODD_VALUES, RAW_VALUES } from './hostile-values.ts';

type Slot = { holder: Record<string, unknown> | unknown[]; key: string };

const MARK = '@@here@@';

/** A body as it is sent, with one thing wrong. */
export function spoilBody(random: Random, body: unknown): string {
  const copy = { body: structuredClone(body) };
  const { holder, key } = random.oneOf(listSlots(copy));
  const value = (holder as Record<string, unknown>)[key];
  const put = (next: unknown) => {
    (holder as Record<string, unknown>)[key] = next;
  };
  const how = random.oneOf(['missing', 'odd', 'near', 'raw', 'extra', 'twice', 'cut', 'array'] as const);
  if (how === 'missing') Reflect.deleteProperty(holder, key);
  if (how === 'odd') put(random.oneOf(ODD_VALUES));
  if (how === 'near') put(nearly(random, value));
  if (how === 'array') put([value, value]);
  if (how === 'extra') Object.assign(holder, { [random.oneOf(['admin', 'id', 'status', 'price', 'user_id'])]: 1 });
  if (how === 'raw') {
    put(MARK);
    return write(copy.body).replace(`"${MARK}"`, () => random.oneOf(RAW_VALUES));
  }
  const text = write(copy.body);
  // The same name twice: two readers must not read two values.
  if (how === 'twice' && text.startsWith('{"')) return `{${text.slice(1, -1)},${text.slice(1)}`;
  if (how === 'cut') return text.slice(0, random.between(0, Math.max(0, text.length - 1)));
  return text;
}

/** A body as it is sent, with something hostile where a value stood, or as a name. */
export function attackBody(random: Random, body: unknown): string {
  const copy = { body: structuredClone(body) };
  if (random.roll() < 0.4) return write(replaceAll(random, copy.body));
  const { holder, key } = random.oneOf(listSlots(copy));
  const words = random.oneOf(ATTACKS);
  const becomesName = !Array.isArray(holder) && random.roll() < 0.1;
  if (becomesName) Object.defineProperty(holder, words, { value: words, enumerable: true });
  else (holder as Record<string, unknown>)[key] = words;
  return write(copy.body);
}

/** Every field something else at once, some missing; or something else altogether. */
function replaceAll(random: Random, body: unknown): unknown {
  if (typeof body !== 'object' || body === null || random.roll() < 0.2) return anyValue(random);
  const names = Object.keys(body).filter(() => random.roll() < 0.8);
  return Object.fromEntries(names.map((name) => [name, anyValue(random)]));
}

/** One off: a little more or less of what it was. */
function nearly(random: Random, value: unknown): unknown {
  if (typeof value === 'number') return random.oneOf([value + 1, value - 1, value + 0.5, -value, `${value}`]);
  if (typeof value === 'string')
    return random.oneOf([`${value}x`, value.slice(1), value.slice(0, -1), value.repeat(30)]);
  if (Array.isArray(value)) return random.oneOf([[], [...value, ...value], Array(60).fill(value[0])]);
  return value === null ? 'null' : !value;
}

const write = (value: unknown): string => JSON.stringify(value) ?? '';

/** Every slot of a value in which another could be, the whole among them. */
function listSlots(holder: Record<string, unknown> | unknown[]): Slot[] {
  return Object.entries(holder).flatMap(([key, value]) => {
    const inside = typeof value === 'object' && value !== null ? listSlots(value as Record<string, unknown>) : [];
    return [{ holder, key }, ...inside];
  });
}
