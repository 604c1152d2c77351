import { describe, expect, test, vi } from 'vitest';
import { createDeleteLater } from './delete-later.ts';

function setUp(send: (id: number) => Promise<unknown> = async () => {}) {
  const tools = { send: vi.fn(send), onDeleted: vi.fn(), onFailed: vi.fn() };
  return { ...tools, later: createDeleteLater<number>(tools) };
}

describe('createDeleteLater', () => {
  test('hides at once and deletes when it is flushed', async () => {
    const { later, send, onDeleted } = setUp();
    later.schedule(1);
    expect([...later.hidden()]).toEqual([1]);
    expect(send).not.toHaveBeenCalled();
    await later.flush(1);
    expect(send.mock.calls).toEqual([[1]]);
    expect(onDeleted.mock.calls).toEqual([[1]]);
    expect([...later.hidden()]).toEqual([]);
  });

  test('deletes nothing that was undone, however late it is flushed', async () => {
    const { later, send } = setUp();
    later.schedule(1);
    expect(later.canUndo(1)).toBe(true);
    later.undo(1);
    expect(later.canUndo(1)).toBe(false);
    expect([...later.hidden()]).toEqual([]);
    await later.flush(1);
    await later.flushAll();
    expect(send).not.toHaveBeenCalled();
  });

  test('sends once, however often it is flushed', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { later, send } = setUp(() => promise);
    later.schedule(1);
    const ends = [later.flush(1), later.flush(1), later.flushAll()];
    expect(send).toHaveBeenCalledTimes(1);
    resolve();
    await Promise.all(ends);
    expect(send).toHaveBeenCalledTimes(1);
  });

  test('stays hidden while it is on its way, and cannot be undone then', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { later, onDeleted } = setUp(() => promise);
    later.schedule(1);
    const end = later.flush(1);
    later.undo(1);
    later.schedule(1);
    expect([...later.hidden()]).toEqual([1]);
    expect(later.canUndo(1)).toBe(false);
    resolve();
    await end;
    expect(onDeleted).toHaveBeenCalledTimes(1);
    expect([...later.hidden()]).toEqual([]);
  });

  test('shows again what could not be deleted, and says so', async () => {
    const refusal = new Error('no');
    const { later, onDeleted, onFailed } = setUp(() => Promise.reject(refusal));
    later.schedule(1);
    await later.flush(1);
    expect(onFailed.mock.calls).toEqual([[refusal, 1]]);
    expect(onDeleted).not.toHaveBeenCalled();
    expect([...later.hidden()]).toEqual([]);
  });

  test('sends everything that is still scheduled when all is flushed', async () => {
    const { later, send } = setUp();
    later.schedule(1);
    later.schedule(2);
    later.undo(1);
    later.schedule(3);
    await later.flushAll();
    expect(send.mock.calls).toEqual([[2], [3]]);
  });

  test('notifies of every change', async () => {
    const { later } = setUp();
    const watcher = vi.fn();
    const stop = later.subscribe(watcher);
    later.schedule(1);
    later.undo(1);
    later.schedule(2);
    await later.flush(2);
    expect(watcher).toHaveBeenCalledTimes(4);
    stop();
    later.schedule(3);
    expect(watcher).toHaveBeenCalledTimes(4);
  });
});
