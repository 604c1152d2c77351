import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Box, liftOver } from './clear-place.ts';

/** A toast of 80 at the bottom of a phone of 640. */
const TRAY: Box = { top: 548, bottom: 628, left: 12, right: 348 };
const bar: Box = { top: 568, bottom: 640, left: 0, right: 360 };

const covers = (tray: Box, lift: number, { top, bottom, left, right }: Box) =>
  left < tray.right && right > tray.left && top < tray.bottom - lift && bottom > tray.top - lift;

test('a tray that covers nothing stays where it rests', () => {
  expect(liftOver(TRAY, [])).toBe(0);
  expect(liftOver(TRAY, [{ top: 100, bottom: 200, left: 0, right: 360 }])).toBe(0);
  expect(liftOver(TRAY, [{ ...bar, left: 360, right: 700 }])).toBe(0);
});

test('it rises above a bar at the bottom, and above what stands right over that', () => {
  expect(TRAY.bottom - liftOver(TRAY, [bar])).toBe(560);
  const button = { top: 500, bottom: 554, left: 20, right: 340 };
  expect(TRAY.bottom - liftOver(TRAY, [button, bar])).toBe(492);
});

test('where everything is taken, it goes no further than the top of the screen', () => {
  expect(liftOver(TRAY, [{ top: -50, bottom: 640, left: 0, right: 360 }])).toBe(TRAY.top - 8);
});

test('whatever stands in its way, it covers nothing, or has gone as high as it can', () => {
  const box = fc
    .record({ top: fc.integer({ min: -200, max: 700 }), height: fc.integer({ min: 1, max: 200 }), left: fc.nat(360) })
    .map(({ top, height, left }): Box => ({ top, bottom: top + height, left, right: left + 100 }));
  fc.assert(
    fc.property(fc.array(box, { maxLength: 6 }), (boxes) => {
      const lift = liftOver(TRAY, boxes);
      return lift === TRAY.top - 8 || !boxes.some((one) => covers(TRAY, lift, one));
    }),
  );
});
