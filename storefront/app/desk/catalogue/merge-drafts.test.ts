import { expect, test } from 'vitest';
import type { Bouquet } from '#contract/desk-catalogue.ts';
import { type Draft, emptyDraft, toContent, toDraft } from './draft.ts';
import { listChanged, rebase, takeField } from './merge-drafts.ts';

const picture = { id: 'a'.repeat(16), alt: 'Roses', width: 1200, height: 1500, widths: [360, 1200], placeholder: '' };
const BASE: Bouquet = {
  id: 1,
  version: 'one',
  item_code: 'ML-1',
  name: 'Tearoom',
  category: 'Bouquets',
  occasions: ['birthday'],
  desc: 'One line.',
  description: 'Many.',
  size: 'Medium',
  presentation: 'Paper',
  care: 'Water.',
  pictures: [picture],
  price: 28,
  height_cm: 30,
  width_cm: null,
  standard_picture: null,
  stems: [
    { flower: 'Pink rose', count: 5 },
    { flower: 'Eucalyptus', count: 3 },
  ],
  large: {
    on_sale: true,
    price: 36,
    height_cm: null,
    width_cm: null,
    picture: null,
    stems: [
      { flower: 'Pink rose', count: 8 },
      { flower: 'Tulip', count: 2 },
    ],
  },
  grand: null,
  available_from: null,
  available_until: null,
  most_per_day: null,
  status: 'on_sale',
  colours: ['pink'],
  sold: 0,
  changed: null,
};
const begin = (changes: Partial<Draft> = {}) => ({
  base: BASE,
  open: [],
  taken: [],
  draft: { ...toDraft(BASE), ...changes },
});
const empty = emptyDraft('');

test('a draft that changes nothing saves what is there', () => {
  const { id, version, item_code, colours, sold, changed, pictures, ...same } = BASE;
  expect(toContent(toDraft(BASE))).toEqual({ ...same, pictures: [{ id: picture.id, alt: 'Roses' }] });
  expect(listChanged(begin(), empty)).toEqual([]);
});

test('what is typed and is no number is left for the shop to refuse', () => {
  expect(toContent({ ...toDraft(BASE), mostPerDay: ' a dozen ' }).most_per_day).toBe('a dozen');
  expect(toContent({ ...toDraft(BASE), mostPerDay: ' ' }).most_per_day).toBeNull();
});

test('what only the other changed is taken, what only we changed stays', () => {
  const merged = rebase(begin({ name: 'Tea Room' }), { ...BASE, version: 'two', care: 'Fresh water.', price: 30 });
  expect(merged).toMatchObject({ open: [], taken: ['care', 'price'], base: { version: 'two' } });
  expect(toContent(merged.draft)).toMatchObject({ name: 'Tea Room', care: 'Fresh water.', price: 30 });
  expect(listChanged(merged, empty)).toEqual(['name']);
});

test('what both changed is left open, and ours stays until one is chosen', () => {
  const theirs = { ...BASE, version: 'two', name: 'The Tearoom', desc: 'Theirs.' };
  const merged = rebase(begin({ name: 'Tea Room', desc: 'Theirs.' }), theirs);
  expect(merged.open).toEqual([{ field: 'name', theirs }]);
  expect(merged.draft.name).toBe('Tea Room');
  expect(takeField(merged.draft, theirs, 'name').name).toBe('The Tearoom');
});

test('what is open stays open when a third one saves something else, and takes the newest of the same field', () => {
  const theirs = { ...BASE, version: 'two', name: 'The Tearoom' };
  const open = rebase(begin({ name: 'Tea Room' }), theirs);
  expect(rebase(open, { ...theirs, version: 'three', care: 'Less.' }).open).toEqual([{ field: 'name', theirs }]);
  const newest = { ...theirs, version: 'four', name: 'Tearooms' };
  expect(rebase(open, newest).open).toEqual([{ field: 'name', theirs: newest }]);
});

test('the recipe of one size is taken without touching the other', () => {
  const theirs: Bouquet = { ...BASE, version: 'two', stems: [{ flower: 'Dahlia', count: 7 }] };
  const mine = begin();
  const large = mine.draft.recipe.map((row) =>
    row.flower === 'Tulip' ? { ...row, counts: { ...row.counts, large: '4' } } : row,
  );
  const content = toContent(rebase({ ...mine, draft: { ...mine.draft, recipe: large } }, theirs).draft);
  expect(content.stems).toEqual([{ flower: 'Dahlia', count: 7 }]);
  expect(content.large?.stems).toEqual([
    { flower: 'Pink rose', count: 8 },
    { flower: 'Tulip', count: 4 },
  ]);
});

test('a size that is switched off and not filled in is none; one that was sold keeps its recipe', () => {
  expect(toContent(empty).large).toBeNull();
  const draft = toDraft(BASE);
  const off = { ...draft, sizes: { ...draft.sizes, large: { ...draft.sizes.large, isOn: false } } };
  expect(toContent(off).large).toMatchObject({ on_sale: false, price: 36 });
});
