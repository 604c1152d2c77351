import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openPage } from '../testing/open-page.tsx';
import { Slogans } from './slogans.tsx';

const WORDS = [
  'The nicest thing to come through a front door.',
  'Say it with stems. They never need proofreading.',
  'Some days ask for words. Some ask for tulips.',
  'Remembered is the best thing to be.',
];
const shown = () => WORDS.filter((words) => !screen.getByText(words).classList.contains('opacity-0'));
const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

test('take turns every three seconds, until someone stops them', {
  tags: ['§1.5', '§4.19', '§9.13', 'D11'],
}, async () => {
  vi.useFakeTimers();
  const { visitor } = openPage(<Slogans />);
  for (const words of [...WORDS, WORDS[0]]) {
    expect(shown()).toEqual([words]);
    wait(2_999);
    expect(shown()).toEqual([words]);
    wait(1);
  }
  expect(shown()).toEqual([WORDS[1]]);
  await visitor.click(screen.getByRole('button', { name: 'Stop the slogans' }));
  wait(9_000);
  expect(shown()).toEqual([WORDS[1]]);
  await visitor.click(screen.getByRole('button', { name: 'Let the slogans move' }));
  wait(3_000);
  expect(shown()).toEqual([WORDS[2]]);
});

test('stand still for someone who asked for less motion', { tags: 'D11' }, () => {
  vi.useFakeTimers();
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      Object.assign(new EventTarget(), {
        media,
        matches: media === '(prefers-reduced-motion: reduce)',
      }) as MediaQueryList,
  );
  openPage(<Slogans />);
  wait(10_000);
  expect(shown()).toEqual([WORDS[0]]);
});
