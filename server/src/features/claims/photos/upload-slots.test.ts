import { describe, expect, test } from 'vitest';
import { Busy } from '#server/errors.ts';
import { createUploadSlots, UPLOAD_SLOTS, type UploadSlot } from './upload-slots.ts';

const PATIENT = { ...UPLOAD_SLOTS, longestWaitMs: 60_000, graceMs: 60_000, checkMs: 5 };
const someone = (userId: number, network = `192.0.2.${userId}`) => ({ userId, network });

/** An upload that lasts until told to end, or until it has to make room. */
function begin(enter: ReturnType<typeof createUploadSlots>, who: ReturnType<typeof someone>) {
  let place: UploadSlot | undefined;
  let end = () => {};
  const over = enter(who, (given) => {
    place = given;
    return new Promise<string>((resolve, reject) => {
      end = () => resolve('whole');
      given.signal.addEventListener('abort', () => reject(new Busy()));
    });
  });
  return { over, end: () => end(), isIn: () => place !== undefined, place: () => place as UploadSlot };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('places for uploads', () => {
  test('one person has two, and whoever comes next is not kept waiting', async () => {
    const enter = createUploadSlots(PATIENT);
    const greedy = Array.from({ length: 10 }, () => begin(enter, someone(1)));
    const other = begin(enter, someone(2));
    await settle();
    expect(greedy.map(({ isIn }) => isIn())).toEqual([true, true, ...Array(8).fill(false)]);
    expect(other.isIn()).toBe(true);
    greedy[0]?.end();
    await greedy[0]?.over;
    await settle();
    expect(greedy.filter(({ isIn }) => isIn())).toHaveLength(3);
    for (const one of [...greedy, other]) {
      one.end();
      await expect(one.over).resolves.toBe('whole');
    }
  });

  test('one network has four of eight', async () => {
    const enter = createUploadSlots(PATIENT);
    const near = Array.from({ length: 6 }, (_, userId) => begin(enter, someone(userId, '198.51.100.1')));
    const far = Array.from({ length: 5 }, (_, userId) => begin(enter, someone(100 + userId)));
    await settle();
    expect(near.filter(({ isIn }) => isIn())).toHaveLength(4);
    expect(far.filter(({ isIn }) => isIn())).toHaveLength(4);
    for (const one of [...near, ...far]) {
      one.end();
      await one.over;
      await settle();
    }
  });

  test('a line that stands still makes room once someone waits, and one that gets on does not', async () => {
    const enter = createUploadSlots({ ...PATIENT, all: 2, graceMs: 500 });
    const still = begin(enter, someone(1));
    const brisk = begin(enter, someone(2));
    const sending = setInterval(() => brisk.place().received(64 * 1024), 10);
    await new Promise((resolve) => setTimeout(resolve, 800));
    expect(still.place().signal.aborted).toBe(false);
    const third = begin(enter, someone(3));
    await expect(still.over).rejects.toBeInstanceOf(Busy);
    await expect.poll(third.isIn).toBe(true);
    expect(brisk.place().signal.aborted).toBe(false);
    clearInterval(sending);
    for (const one of [brisk, third]) {
      one.end();
      await expect(one.over).resolves.toBe('whole');
    }
  });

  test('one that has arrived does not make room, however long the rest takes', async () => {
    const enter = createUploadSlots({ ...PATIENT, all: 1, graceMs: 1, longestWaitMs: 100 });
    const arrived = begin(enter, someone(1));
    await settle();
    arrived.place().arrived();
    await expect(begin(enter, someone(2)).over).rejects.toBeInstanceOf(Busy);
    arrived.end();
    await expect(arrived.over).resolves.toBe('whole');
  });

  test("nobody's line is cut for someone who would not fit in all the same", async () => {
    const enter = createUploadSlots({ ...PATIENT, graceMs: 1, longestWaitMs: 100 });
    const honest = begin(enter, someone(1));
    const greedy = [begin(enter, someone(2)), begin(enter, someone(2))];
    await settle();
    for (const { place } of greedy) place().arrived();
    await expect(begin(enter, someone(2)).over).rejects.toBeInstanceOf(Busy);
    for (const one of [honest, ...greedy]) {
      one.end();
      await expect(one.over).resolves.toBe('whole');
    }
  });
});
