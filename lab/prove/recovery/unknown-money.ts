import type { LedgerSnapshot } from '../ledger-snapshot.ts';

/** What the provider still has of each capture for which the shop has no payment, by its id. */
export function findUnknownMoney({ ledger, payments }: Pick<LedgerSnapshot, 'ledger' | 'payments'>) {
  const known = new Set<string | null>(payments.map(({ id }) => id));
  const held = new Map<string, number>();
  for (const { capture_id, custom_id, pence } of ledger)
    if (!known.has(custom_id)) held.set(capture_id, (held.get(capture_id) ?? 0) + pence);
  return new Map([...held].filter(([, pence]) => pence !== 0));
}

/** The ledgers without what was given back whole for orders that are lost: nobody is owed anything for those. */
export function withoutReturned(snapshot: LedgerSnapshot): LedgerSnapshot {
  const unknown = findUnknownMoney(snapshot);
  const known = new Set<string | null>(snapshot.payments.map(({ id }) => id));
  const isOpen = ({ capture_id, custom_id }: { capture_id: string; custom_id: string | null }) =>
    known.has(custom_id) || unknown.has(capture_id);
  return { ...snapshot, ledger: snapshot.ledger.filter(isOpen) };
}
