import { describe, expect, test } from 'vitest';
import { DEFAULT_RULES, type DeliveryRules } from '#contract/delivery-rules.ts';
import { refuseDay } from './require-day.ts';

const NOW = new Date('2026-12-20T10:00:00Z');
const refuse = (days: DeliveryRules['days']) =>
  refuseDay('holiday', '2026-12-25', { now: NOW, rules: { ...DEFAULT_RULES, days } });

describe('a bank holiday is refused', () => {
  test('in the words of always, while we rest on all of them', () => {
    expect(refuse({})).toBe('We do not deliver on bank holidays.');
  });

  test('by its name, once the owner delivers on another', () => {
    expect(refuse({ '2026-12-26': { opened: true } })).toBe(
      'We do not deliver on Friday 25 December: Christmas Day. The next possible day is Saturday 26 December.',
    );
  });
});
