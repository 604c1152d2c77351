/** A press that is kept in this browser until the shop has answered it. */
export type AnyPress = {
  /** Given by the database of the browser, in the order of the presses. */
  seq: number;
  /** Whoever pressed it: nobody else sends it, even if they sign in on the same device. */
  by: { id: number; name: string };
  order: number;
  pressedAt: string;
  photo: Blob | null;
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
  /** The shop failed on it too often: it stays, and so does what was pressed for its order later, until somebody decides. */
  isStuck?: boolean | undefined;
};
/** `More`: what only presses of its kind have. */
export type KeptPress<More> = AnyPress & More;
export type NewPress<More> = Pick<AnyPress, 'by' | 'order' | 'pressedAt' | 'photo' | 'holdUntil'> & More;

export type PressStore<More> = ReturnType<typeof openPressStore<More>>;

const STORE = 'presses';

function open(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'seq', autoIncrement: true });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * The presses of a kind, in a database of the browser. `driver` has been one since version 0.1, with these fields: what is on a phone
 * when the shop is replaced is still sent.
 */
export function openPressStore<More>(database: 'bench' | 'driver') {
  /** Of the lock and the channel that the tabs of a browser share. */
  const name = `${database}-presses`;
  /** Resolves when the transaction is committed: only then a press is kept. */
  const inStore = async <T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => T): Promise<T> => {
    const opened = await open(database);
    try {
      return await new Promise((resolve, reject) => {
        const transaction = opened.transaction(STORE, mode, { durability: 'strict' });
        const done = act(transaction.objectStore(STORE));
        transaction.oncomplete = () => resolve(done);
        transaction.onerror = () => reject(transaction.error);
        transaction.onabort = () => reject(transaction.error);
      });
    } finally {
      opened.close();
    }
  };
  const write = async (act: (store: IDBObjectStore) => void): Promise<void> => {
    await inStore('readwrite', act);
    // Other tabs show what is kept as well.
    const channel = new BroadcastChannel(name);
    channel.postMessage('written');
    channel.close();
  };
  return {
    name,
    /** All presses on this device, the first first. */
    list: async (): Promise<KeptPress<More>[]> => (await inStore('readonly', (store) => store.getAll())).result,
    /** All of them or, if the device is full, none. */
    add: (presses: NewPress<More>[]) =>
      write((store) => presses.forEach((press) => void store.add({ ...press, isSent: false }))),
    put: (press: KeptPress<More>) => write((store) => store.put(press)),
    /** One that was dropped meanwhile stays dropped. */
    change: (seq: number, changed: Partial<AnyPress>) =>
      write((store) => {
        const found = store.get(seq);
        found.onsuccess = () => found.result && store.put({ ...found.result, ...changed });
      }),
    forget: (seqs: readonly number[]) => write((store) => seqs.forEach((seq) => void store.delete(seq))),
  };
}
