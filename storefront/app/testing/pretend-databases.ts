import { vi } from 'vitest';

type Row = { seq: number };
type Request = { result?: unknown; onsuccess?: () => void; onupgradeneeded?: () => void };

/**
 * The databases of a browser, as far as we use them: one store in each, whose rows are numbered as they come. Rows stay as they are
 * while pages come and go; a device that is full takes no new ones.
 */
export function pretendDatabases() {
  const stores = new Map<string, Map<number, Row>>();
  const device = { isFull: false, rowsOf: (name: string): Row[] => [...(stores.get(name)?.values() ?? [])] };
  let last = 0;

  function begin(rows: Map<number, Row>) {
    const before = new Map(rows);
    const tasks: (() => void)[] = [];
    const transaction = {
      error: new Error('QuotaExceededError'),
      oncomplete: () => {},
      onabort: () => {},
      objectStore,
    };
    const ask = (act: () => unknown): Request => {
      const request: Request = {};
      tasks.push(() => {
        request.result = act();
        request.onsuccess?.();
      });
      return request;
    };
    const put = (row: Row) => {
      if (device.isFull && !rows.has(row.seq)) throw transaction.error;
      rows.set(row.seq, { ...row });
    };
    function objectStore() {
      return {
        getAll: () => ask(() => [...rows.values()].sort((one, other) => one.seq - other.seq)),
        get: (seq: number) => ask(() => rows.get(seq)),
        add: (row: object) => ask(() => put({ ...row, seq: ++last })),
        put: (row: Row) => ask(() => put(row)),
        delete: (seq: number) => ask(() => rows.delete(seq)),
      };
    }
    queueMicrotask(() => {
      try {
        for (let task = tasks.shift(); task; task = tasks.shift()) task();
      } catch {
        rows.clear();
        for (const [seq, row] of before) rows.set(seq, row);
        return transaction.onabort();
      }
      transaction.oncomplete();
    });
    return transaction;
  }

  vi.stubGlobal('indexedDB', {
    open: (name: string) => {
      const request: Request = {};
      queueMicrotask(() => {
        const rows = stores.get(name) ?? new Map<number, Row>();
        request.result = { createObjectStore: () => {}, transaction: () => begin(rows), close: () => {} };
        if (!stores.has(name)) request.onupgradeneeded?.();
        stores.set(name, rows);
        request.onsuccess?.();
      });
      return request;
    },
  });
  return device;
}
