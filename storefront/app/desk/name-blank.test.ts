import { expect, test } from 'vitest';
import * as z from 'zod';
import { BLANK, MISSING } from '#contract/blank-words.ts';
import { Refusal } from './desk-api.ts';
import { nameDeskBlank } from './name-blank.ts';

/** Nobody types these. */
const NOT_TYPED = ['id', 'rawId', 'key', 'token'];
const EMPTY = ['', ' ', undefined, [''], [{ flower: '', count: 1 }], [{ id: 'a', alt: '' }]];

test('a refusal of the desk says of each empty field which it is', () => {
  expect(new Refusal(400, { name: [BLANK], detail: 'No.' }).fields).toEqual({ name: ['Enter a name.'], detail: 'No.' });
  expect(new Refusal(400, { instead: [BLANK] }).message).toBe('Name the flower that goes in instead.');
  expect(new Refusal(400, { count: ['At least one.'] }).fields).toEqual({ count: ['At least one.'] });
});

test('every field that the desk can be refused as empty has words of its own', async () => {
  const files = import.meta.glob('../../../contract/src/{desk*,runs,staff}.ts');
  const bare: string[] = [];
  let found = 0;
  for (const load of Object.values(files))
    for (const schema of Object.values((await load()) as object)) {
      if (!(schema instanceof z.ZodObject)) continue;
      for (const field of Object.keys(schema.shape).filter((name) => !NOT_TYPED.includes(name))) {
        const issues = EMPTY.flatMap((value) => schema.safeParse({ [field]: value }).error?.issues ?? []);
        const said = issues.filter(({ path }) => path[0] === field).map(({ message }) => message);
        const isBlank = said.some((message) => message === BLANK || message === MISSING);
        if (isBlank) found += 1;
        if (isBlank && nameDeskBlank(field, BLANK) === BLANK) bare.push(field);
      }
    }
  expect(found).toBeGreaterThan(30);
  expect(bare).toEqual([]);
});
