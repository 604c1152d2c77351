import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Box, liftOver } from './lift-over.ts';

/** A toast of 80 at the bottom of a phone of 640. */
const TRAY: Box = { top: 548, bottom: 628, left: 12, right: 348 };
const bar: Box = { top: 568, bottom: 640, left: 0, right: 360 };

/** The height of the boxes, and of the 8 px around them, that it covers. */
const covers = (tray: Box, lift: number, boxes: readonly Box[]) =>
  boxes
    .filter(({ left, right }) => left < tray.right && right > tray.left)
    .map(({ top, bottom }) => Math.min(bottom + 8, tray.bottom - lift) - Math.max(top - 8, tray.top - lift))
    .reduce((sum, height) => sum + Math.max(0, height), 0);

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

test('where everything is taken, it stays where it rests', () => {
  expect(liftOver(TRAY, [{ top: -50, bottom: 640, left: 0, right: 360 }])).toBe(0);
});

test('where there is no room above, it covers as little as it can, and is still in sight', () => {
  const tall = { top: 60, bottom: 640, left: 0, right: 360 };
  expect(liftOver(TRAY, [tall])).toBe(TRAY.top - 8);
  expect(liftOver(TRAY, [{ ...tall, top: 0, bottom: 600 }])).toBe(0);
});

test('whatever stands in its way, nowhere would it cover less, and nowhere lower as little', () => {
  const box = fc
    .record({ top: fc.integer({ min: -200, max: 700 }), height: fc.integer({ min: 1, max: 400 }), left: fc.nat(360) })
    .map(({ top, height, left }): Box => ({ top, bottom: top + height, left, right: left + 100 }));
  const lifts = Array.from({ length: TRAY.top - 7 }, (_, lift) => lift);
  fc.assert(
    fc.property(fc.array(box, { maxLength: 6 }), (boxes) => {
      const best = liftOver(TRAY, boxes);
      const covered = lifts.map((lift) => covers(TRAY, lift, boxes));
      return covered.indexOf(Math.min(...covered)) === best;
    }),
  );
});
