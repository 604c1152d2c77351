import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { openPage } from '../testing/open-page.tsx';
import { Countdown } from './countdown.tsx';

function Counting() {
  const [stopped, setStopped] = useState(false);
  return <Countdown orderId={7} stopped={stopped} onStop={() => setStopped(true)} />;
}
const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

test('ten seconds after, and not before, the order opens', () => {
  vi.useFakeTimers();
  openPage(<Counting />);
  expect(screen.getByRole('timer')).toHaveTextContent(/^Opening order 7 in 10 seconds\.$/);
  wait(9_000);
  expect(screen.getByRole('timer')).toHaveTextContent(/^Opening order 7 in 1 second\.$/);
  wait(750);
  expect(location.replace).not.toHaveBeenCalled();
  wait(250);
  expect(location.replace).toHaveBeenCalledExactlyOnceWith('/history/7');
});

test('whoever wants to stay, stays', async () => {
  vi.useFakeTimers();
  const { visitor } = openPage(<Counting />);
  await visitor.click(screen.getByRole('button', { name: 'Stay here' }));
  const words = screen.getByText('Stay as long as you like. Order 7 is kept in your account.');
  wait(60_000);
  expect(words).toHaveFocus();
  expect(location.replace).not.toHaveBeenCalled();
});

test('Back after leaving is a wish to stay', () => {
  vi.useFakeTimers();
  openPage(<Counting />);
  act(() => void window.dispatchEvent(new Event('pagehide')));
  wait(60_000);
  expect(location.replace).not.toHaveBeenCalled();
});
