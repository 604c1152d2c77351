import { expect, test } from 'vitest';
import { networkOf } from './network-of.ts';

test('counts an IPv4 address as itself, however it is wrapped', () => {
  for (const address of [
    '192.0.2.7',
    '::ffff:192.0.2.7',
    '::FFFF:c000:207',
    '0:0:0:0:0:ffff:192.0.2.7',
    '192.0.2.7:5678',
    '[::ffff:192.0.2.7]:5678',
  ]) {
    expect(networkOf(address)).toBe('192.0.2.7');
  }
  expect(networkOf('192.0.2.8')).not.toBe(networkOf('192.0.2.7'));
});

test('counts the 64 bits of an IPv6 household as one', () => {
  const household = [
    '2001:db8:1:2::1',
    '2001:DB8:1:2:ffff:1:2:3',
    '2001:0db8:0001:0002::',
    '2001:db8:1:2::1%eth0',
    '[2001:db8:1:2::1]:5678',
    '[2001:db8:1:2::1]',
  ];
  expect(new Set(household.map(networkOf))).toEqual(new Set(['2001:db8:1:2::/64']));
  expect(networkOf('2001:db8:1:3::1')).not.toBe(networkOf('2001:db8:1:2::1'));
  expect(networkOf('::1')).toBe('0:0:0:0::/64');
});
