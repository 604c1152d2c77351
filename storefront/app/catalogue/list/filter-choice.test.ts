import { describe, expect, test } from 'vitest';
import { isForSearchEngines, isFull, toggle } from './filter-choice.ts';
import { listAddress, readFilters } from './list-address.ts';

describe('pressing a filter', () => {
  test('adds to those of its kind in one order, whoever is first', () => {
    const one = toggle(toggle({}, 'colour', 'white'), 'colour', 'pink');
    const other = toggle(toggle({}, 'colour', 'pink'), 'colour', 'White');
    expect(listAddress(one)).toBe('/product?colour=pink,white');
    expect(listAddress(other)).toBe(listAddress(one));
  });

  test('takes it away again, and the kind with the last of it', () => {
    const chosen = { colour: 'pink,white', occasion: 'birthday' };
    expect(listAddress(toggle(chosen, 'colour', 'pink'))).toBe('/product?occasion=birthday&colour=white');
    expect(listAddress(toggle(toggle(chosen, 'colour', 'pink'), 'colour', 'white'))).toBe('/product?occasion=birthday');
  });

  test('replaces the category and the occasion, and leaves the search', () => {
    expect(listAddress(toggle({ category: 'vases', search: 'post' }, 'category', 'Roses'))).toBe(
      '/product?category=roses',
    );
  });

  test('an address is read as it was written', () => {
    const filters = {
      category: 'vases',
      colour: 'pink,white',
      flower: 'sweet pea',
      price: '35-50',
      pets: 'safe',
      sort: 'price',
    };
    expect(readFilters(new URL(listAddress(filters), 'https://shop.example').searchParams)).toEqual(filters);
  });

  test('eight flowers are enough', () => {
    expect(isFull({ flower: 'a,b,c,d,e,f,g' }, 'flower')).toBe(false);
    expect(isFull({ flower: 'a,b,c,d,e,f,g,h' }, 'flower')).toBe(true);
  });
});

test('search engines get one colour or one flower, and no combination', () => {
  expect(
    [{}, { category: 'vases', occasion: 'birthday' }, { colour: 'pink' }, { flower: 'rose' }].map(isForSearchEngines),
  ).toEqual([true, true, true, true]);
  const others = [
    { colour: 'pink,white' },
    { colour: 'pink', flower: 'rose' },
    { colour: 'pink', occasion: 'birthday' },
    { price: '35-50' },
    { pets: 'safe' },
    { search: 'post' },
  ];
  expect(others.map(isForSearchEngines)).toEqual(others.map(() => false));
});
