import { describe, expect, test, vi } from 'vitest';
import { createDeleteLater } from './delete-later.ts';

function setUp(send: (id: number) => Promise<unknown> = async () => {}) {
  const tools = { send: vi.fn(send), done: vi.fn(), failed: vi.fn() };
  return { ...tools, later: createDeleteLater<number>(tools) };
}

describe('createDeleteLater', () => {
  test('hides at once and deletes when it is finished', async () => {
    const { later, send, done } = setUp();
    later.begin(1);
    expect([...later.hidden()]).toEqual([1]);
    expect(send).not.toHaveBeenCalled();
    await later.finish(1);
    expect(send.mock.calls).toEqual([[1]]);
    expect(done.mock.calls).toEqual([[1]]);
    expect([...later.hidden()]).toEqual([]);
  });

  test('deletes nothing that was undone, however late it is finished', async () => {
    const { later, send } = setUp();
    later.begin(1);
    expect(later.isWaiting(1)).toBe(true);
    later.undo(1);
    expect(later.isWaiting(1)).toBe(false);
    expect([...later.hidden()]).toEqual([]);
    await later.finish(1);
    await later.finishAll();
    expect(send).not.toHaveBeenCalled();
  });

  test('sends once what is finished by the clock, by hand and by leaving', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { later, send } = setUp(() => promise);
    later.begin(1);
    const ends = [later.finish(1), later.finish(1), later.finishAll()];
    expect(send).toHaveBeenCalledTimes(1);
    resolve();
    await Promise.all(ends);
    expect(send).toHaveBeenCalledTimes(1);
  });

  test('stays hidden while it is on its way, and cannot be undone then', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { later, done } = setUp(() => promise);
    later.begin(1);
    const end = later.finish(1);
    later.undo(1);
    later.begin(1);
    expect([...later.hidden()]).toEqual([1]);
    expect(later.isWaiting(1)).toBe(false);
    resolve();
    await end;
    expect(done).toHaveBeenCalledTimes(1);
    expect([...later.hidden()]).toEqual([]);
  });

  test('shows again what could not be deleted, and says so', async () => {
    const refusal = new Error('no');
    const { later, done, failed } = setUp(() => Promise.reject(refusal));
    later.begin(1);
    await later.finish(1);
    expect(failed.mock.calls).toEqual([[refusal, 1]]);
    expect(done).not.toHaveBeenCalled();
    expect([...later.hidden()]).toEqual([]);
  });

  test('sends everything that waits when the page is left', async () => {
    const { later, send } = setUp();
    later.begin(1);
    later.begin(2);
    later.undo(1);
    later.begin(3);
    await later.finishAll();
    expect(send.mock.calls).toEqual([[2], [3]]);
  });

  test('tells of every change', async () => {
    const { later } = setUp();
    const watcher = vi.fn();
    const stop = later.watch(watcher);
    later.begin(1);
    later.undo(1);
    later.begin(2);
    await later.finish(2);
    expect(watcher).toHaveBeenCalledTimes(4);
    stop();
    later.begin(3);
    expect(watcher).toHaveBeenCalledTimes(4);
  });
});
