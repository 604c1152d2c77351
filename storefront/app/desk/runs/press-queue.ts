import type { HandoverOutcome, NextTry } from '#contract/runs.ts';

/** A press that is kept on this phone until the shop has it, and some hours longer, so that the list shows it as done. */
export type KeptPress = {
  /** Given by the database of the browser, in the order of the presses. */
  seq: number;
  key: string;
  /** Whoever pressed it: nobody else sends it, even if they sign in on the same phone. */
  by: { id: number; name: string };
  order: number;
  name: string;
  outcome: HandoverOutcome;
  takenBy: string;
  next?: NextTry | undefined;
  photo: Blob | null;
  pressedAt: string;
  /** Not sent before: until then it can be taken back. */
  holdUntil: number;
  /** It is with the shop. */
  isSent: boolean;
  /** Why the shop did not take it. */
  refused?: string | undefined;
  /** Why the shop did not take the photo: the press went without it. */
  photoRefused?: string | undefined;
  /** How often the shop failed on it, and when last. */
  failed?: { times: number; at: number } | undefined;
  /** The shop failed on it too often: it stays, and so does what was pressed at its stop later, until somebody decides. */
  isStuck?: boolean | undefined;
};
export type NewPress = Omit<KeptPress, 'seq' | 'isSent' | 'refused' | 'photoRefused' | 'failed' | 'isStuck'>;

const NAME = 'driver';
const STORE = 'presses';

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'seq', autoIncrement: true });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Resolves when the transaction is committed: only then the press is kept. */
async function inStore<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode, { durability: 'strict' });
      const request = act(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

/** All presses on this phone, the first first. */
export const listPresses = (): Promise<KeptPress[]> =>
  inStore('readonly', (store) => store.getAll() as IDBRequest<KeptPress[]>);

export async function queuePress(press: NewPress): Promise<void> {
  await inStore('readwrite', (store) => store.add({ ...press, isSent: false }));
}

export async function changePress(press: KeptPress): Promise<void> {
  await inStore('readwrite', (store) => store.put(press));
}

export async function forgetPress(seq: number): Promise<void> {
  await inStore('readwrite', (store) => store.delete(seq));
}
