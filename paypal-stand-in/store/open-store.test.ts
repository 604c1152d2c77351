import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Change, openStore } from './open-store.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'paypal-stand-in-store-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const refund = (id: string): Change => ({
  put: { refunds: [{ id, captureId: 'C', pence: 5, totalRefundedPence: 5, createdAt: 1 }] },
  moved: [
    { kind: 'refund', order_id: 'O', capture_id: 'C', refund_id: id, pence: -5, invoice_id: null, custom_id: null },
  ],
});
const reopen = (work: (store: ReturnType<typeof openStore>) => void) => {
  const store = openStore(folder);
  work(store);
  store.close();
};

test('keeps what was committed, and cuts off half a line', () => {
  reopen((store) => store.commit(refund('R1')));
  appendFileSync(join(folder, 'journal-1.jsonl'), '{"put":{"refunds":[{"id":"R2"');
  appendFileSync(join(folder, 'ledger-1.jsonl'), '{"n":2,"ki');
  reopen((store) => {
    expect([...store.tables.refunds.keys()]).toEqual(['R1']);
    store.commit(refund('R3'));
  });
  reopen((store) =>
    expect(store.ledger.map(({ n, refund_id }) => [n, refund_id])).toEqual([
      [1, 'R1'],
      [2, 'R3'],
    ]),
  );
});

test('brings the ledger up to the journal after a kill between the two', () => {
  reopen((store) => {
    store.commit(refund('R1'));
    store.commit(refund('R2'));
  });
  const path = join(folder, 'ledger-1.jsonl');
  const whole = readFileSync(path, 'utf8');
  writeFileSync(path, `${whole.split('\n')[0]}\n`);
  reopen((store) => expect(store.ledger).toHaveLength(2));
  expect(readFileSync(path, 'utf8')).toBe(whole);
});

test('refuses a ledger that tells of money the journal knows nothing of', () => {
  reopen((store) => store.commit(refund('R1')));
  writeFileSync(join(folder, 'journal-1.jsonl'), '');
  expect(() => openStore(folder)).toThrow('holds more than the journal');
});

test('begins new files on reset and forgets the old', () => {
  reopen((store) => {
    store.commit(refund('R1'));
    store.reset();
    expect([store.ledger, store.tables.refunds.size]).toEqual([[], 0]);
    store.commit(refund('R2'));
  });
  expect(readdirSync(folder).sort()).toEqual(['journal-2.jsonl', 'ledger-2.jsonl']);
  reopen((store) => expect([...store.tables.refunds.keys()]).toEqual(['R2']));
});
