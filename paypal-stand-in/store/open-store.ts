import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type LogFile, openLogFile } from './log-file.ts';
import type {
  CaptureRecord,
  DeliveryRecord,
  EventRecord,
  FaultRecord,
  Knobs,
  Movement,
  OrderRecord,
  RefundRecord,
  ResponseRecord,
  WebhookRecord,
} from './records.ts';

type Rows = {
  orders: OrderRecord;
  captures: CaptureRecord;
  refunds: RefundRecord;
  answers: ResponseRecord;
  webhooks: WebhookRecord;
  events: EventRecord;
  deliveries: DeliveryRecord;
  faults: FaultRecord;
  knobs: Knobs;
};
type Table = keyof Rows;
type Tables = { readonly [T in Table]: ReadonlyMap<string, Rows[T]> };

/** Whole rows to store, rows to delete, and the money that moved: all of it happens, or none. */
export type Change = {
  put?: { [T in Table]?: Rows[T][] };
  remove?: { [T in Table]?: string[] };
  moved?: Omit<Movement, 'n' | 'time' | 'currency_code'>[];
};

type Entry = { put?: Change['put']; remove?: Change['remove']; moved?: Movement[] };

export type Store = {
  readonly tables: Tables;
  readonly ledger: readonly Movement[];
  readonly knobs: Knobs;
  now(): number;
  /** On the disk when it returns: a kill at any moment leaves the change whole or absent. */
  commit(change: Change): void;
  /** Deletes everything, the ledger too, and starts new files. */
  reset(): void;
  close(): void;
};

const PLAIN: Knobs = {
  id: 'knobs',
  clockOffsetMs: 0,
  hold: false,
  reorder: false,
  beforeAnswer: false,
  duplicate: 0,
  delaySeconds: 0,
  drop: false,
  badSignature: false,
  wrongWebhookId: false,
};

const emptyTables = () => ({
  orders: new Map(),
  captures: new Map(),
  refunds: new Map(),
  answers: new Map(),
  webhooks: new Map(),
  events: new Map(),
  deliveries: new Map(),
  faults: new Map(),
  knobs: new Map(),
});

/**
 * The journal is the truth and is written first; the ledger is a file of its own for people and tests, and is
 * brought up to the journal when a kill fell between the two.
 */
export function openStore(folder: string): Store {
  mkdirSync(folder, { recursive: true });
  let generation = newestGeneration(folder);
  let journal: LogFile;
  let ledgerFile: LogFile;
  let tables: Record<Table, Map<string, unknown>>;
  let ledger: Movement[];

  function open(): void {
    journal = openLogFile(join(folder, `journal-${generation}.jsonl`));
    ledgerFile = openLogFile(join(folder, `ledger-${generation}.jsonl`));
    tables = emptyTables();
    ledger = [];
    for (const entry of journal.entries) apply(entry as Entry);
    if (ledgerFile.entries.length > ledger.length) {
      throw new Error(`The ledger in ${folder} holds more than the journal: these files do not belong together.`);
    }
    for (const movement of ledger.slice(ledgerFile.entries.length)) ledgerFile.append(movement);
    journal.entries.length = 0;
    ledgerFile.entries.length = 0;
    for (const name of readdirSync(folder)) {
      if (/^(journal|ledger)-\d+\.jsonl$/.test(name) && !name.includes(`-${generation}.`)) rmSync(join(folder, name));
    }
  }

  function apply({ put = {}, remove = {}, moved = [] }: Entry): void {
    for (const [table, rows] of Object.entries(put)) {
      for (const row of rows) tables[table as Table].set(row.id, row);
    }
    for (const [table, ids] of Object.entries(remove)) for (const id of ids) tables[table as Table].delete(id);
    ledger.push(...moved);
  }

  const knobs = () => (tables.knobs.get('knobs') as Knobs | undefined) ?? PLAIN;
  const now = () => Date.now() + knobs().clockOffsetMs;

  open();
  return {
    get tables() {
      // Each map holds rows of its own table: `apply` puts them there by its name.
      return tables as unknown as Tables;
    },
    get ledger() {
      return ledger;
    },
    get knobs() {
      return knobs();
    },
    now,
    commit({ put, remove, moved = [] }) {
      const time = new Date(now()).toISOString();
      const movements = moved.map((movement, index): Movement => {
        return { n: ledger.length + index + 1, time, ...movement, currency_code: 'GBP' };
      });
      const entry: Entry = {
        ...(put && { put }),
        ...(remove && { remove }),
        ...(moved.length && { moved: movements }),
      };
      journal.append(entry);
      for (const movement of movements) ledgerFile.append(movement);
      apply(entry);
    },
    reset() {
      journal.close();
      ledgerFile.close();
      generation += 1;
      open();
    },
    close() {
      journal.close();
      ledgerFile.close();
    },
  };
}

/** Each reset starts a new generation of files; the newest one counts. */
function newestGeneration(folder: string): number {
  if (!existsSync(folder)) return 1;
  const generations = readdirSync(folder).map((name) => Number(/^journal-(\d+)\.jsonl$/.exec(name)?.[1] ?? 0));
  return Math.max(1, ...generations);
}
