import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { DEFAULT_RULES, type DeliveryRules } from '#contract/delivery-rules.ts';
import { openPage } from '../testing/open-page.tsx';
import { DayPicker } from './day-picker.tsx';

/** A Monday morning in summer time: 11 o'clock in London. */
const NOW = new Date('2026-06-01T10:00:00Z');
const choose = vi.fn();
const rulesWith = (changes: Partial<DeliveryRules>): DeliveryRules => ({ ...DEFAULT_RULES, ...changes });

function open({
  chosen = null,
  rules = DEFAULT_RULES,
  now = NOW,
}: {
  chosen?: string | null;
  rules?: DeliveryRules;
  now?: Date;
} = {}) {
  choose.mockReset();
  return openPage(<DayPicker now={now} rules={rules} chosen={chosen} onChoose={choose} />);
}
const days = () => within(screen.getByRole('group', { name: 'Delivery day' })).getAllByRole('radio');
const values = () => days().map((day) => day.getAttribute('value'));
const later = () => screen.getByLabelText('Another day');

test('the next possible day is chosen by itself: six days are shown, tomorrow first', { tags: 'G23' }, () => {
  open();
  expect(days()[0]).toBeChecked();
  expect(values()).toEqual(['2026-06-02', '2026-06-03', '2026-06-04', '2026-06-05', '2026-06-06', '2026-06-07']);
  expect(days()[0]).toHaveAccessibleName('Tuesday 2 June');
  expect(screen.getByText('Tomorrow')).toBeVisible();
  expect(screen.getByText(/is the next possible day/)).toHaveTextContent(
    'Tuesday 2 June is the next possible day. You can choose any day up to Friday 31 July, bank holidays aside.',
  );
});

test.each([
  ['a second before noon', '2026-06-01T10:59:59Z', '2026-06-02'],
  ['at noon', '2026-06-01T11:00:00Z', '2026-06-03'],
])('%s in London the first day is the right one', (_, now, day) => {
  open({ now: new Date(now) });
  expect(values()[0]).toBe(day);
});

test('another day is chosen with a press', async () => {
  const { visitor } = open();
  await visitor.click(screen.getByRole('radio', { name: 'Friday 5 June' }));
  expect(choose.mock.calls).toEqual([['2026-06-05']]);
});

test('a later day is picked by its date, up to sixty days ahead; an empty date changes nothing', {
  tags: 'G23',
}, async () => {
  const { visitor } = open();
  await visitor.click(screen.getByRole('button', { name: 'Later … Pick a date' }));
  expect(later()).toHaveFocus();
  expect(days()[0]).toBeChecked();
  expect(later()).toHaveAttribute('min', '2026-06-02');
  expect(later()).toHaveAttribute('max', '2026-07-31');
  fireEvent.change(later(), { target: { value: '2026-07-31' } });
  expect(choose.mock.calls).toEqual([['2026-07-31']]);
  fireEvent.change(later(), { target: { value: '' } });
  expect(choose).toHaveBeenCalledOnce();
});

test.each([
  ['beyond sixty days', '2026-08-01', DEFAULT_RULES, 'We deliver up to 60 days ahead.'],
  ['before the next possible day', '2026-06-01', DEFAULT_RULES, 'We cannot deliver that soon.'],
  ['full', '2026-06-20', rulesWith({ full: ['2026-06-20'] }), 'Saturday 20 June is full.'],
  [
    'closed by the owner',
    '2026-06-20',
    rulesWith({ days: { '2026-06-20': { closed: 'we are at a wedding' } } }),
    'We do not deliver on Saturday 20 June',
  ],
])('a date that is %s is refused in words', async (_, day, rules, words) => {
  const { visitor } = open({ rules });
  await visitor.click(screen.getByRole('button', { name: 'Later … Pick a date' }));
  fireEvent.change(later(), { target: { value: day } });
  expect(screen.getByRole('alert')).toHaveTextContent(words);
  expect(later()).toBeInvalid();
  expect(choose).not.toHaveBeenCalled();
});

test('bank holidays cannot be chosen, as a tile or by date', async () => {
  // Friday before the August bank holiday of 31 August 2026.
  const { visitor } = open({ now: new Date('2026-08-28T08:00:00Z') });
  const holiday = days().find((day) => day.getAttribute('value') === '2026-08-31');
  expect(holiday).toBeDisabled();
  await visitor.click(screen.getByRole('button', { name: 'Later … Pick a date' }));
  fireEvent.change(later(), { target: { value: '2026-08-31' } });
  expect(screen.getByRole('alert')).toHaveTextContent('We do not deliver on bank holidays.');
});

test('a day that costs more says so, and one far ahead below the tiles', () => {
  open({ rules: rulesWith({ days: { '2026-06-03': { surcharge: 3 }, '2026-07-04': { surcharge: 4.5 } } }) });
  expect(screen.getByRole('radio', { name: 'Wednesday 3 June, + £3.00' })).toBeEnabled();
  expect(screen.getByText(/^Later days that cost more/)).toHaveTextContent(
    'Later days that cost more: Sat 4 Jul + £4.50.',
  );
});

test('a later day that is chosen has a tile of its own', () => {
  open({ chosen: '2026-07-10' });
  expect(screen.getByRole('radio', { name: 'Friday 10 July' })).toBeChecked();
  expect(later()).toHaveValue('2026-07-10');
});

test.each([
  [
    'has passed',
    DEFAULT_RULES,
    '2026-05-30',
    'We can no longer deliver on Saturday 30 May. Please choose another day.',
    'Tuesday 2 June',
  ],
  [
    'has filled',
    rulesWith({ full: ['2026-06-04'] }),
    '2026-06-04',
    'Thursday 4 June is full. Please choose another day.',
    'Friday 5 June',
  ],
])('a chosen day that %s is refused, and the next one offered', async (_, rules, chosen, words, next) => {
  const { visitor } = open({ rules, chosen });
  expect(screen.getByRole('alert')).toHaveTextContent(words);
  await visitor.click(screen.getByRole('button', { name: `Choose ${next}` }));
  expect(choose).toHaveBeenCalledOnce();
});
