import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../testing/open-page.tsx';
import { DayInput } from './day-input.tsx';

// An American browser writes 11/12/2026 in the field, which a British reader takes for December.
test('A chosen day stands beside its field in words, and none where none is chosen', () => {
  openPage(<DayInput aria-label="Day" defaultValue="2026-11-12" />);
  expect(screen.getByText('Thu 12 Nov 2026')).toBeInTheDocument();
  fireEvent.change(screen.getByLabelText('Day'), { target: { value: '2026-12-11' } });
  expect(screen.getByText('Fri 11 Dec 2026')).toBeInTheDocument();
  fireEvent.change(screen.getByLabelText('Day'), { target: { value: '' } });
  expect(screen.queryByText(/2026/)).not.toBeInTheDocument();
});
