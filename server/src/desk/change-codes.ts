import type { AddCode } from '#contract/desk-codes.ts';
import { toPence } from '#contract/money.ts';
import type { Deps } from '#server/deps.ts';
import { addCode, type NewCode } from '#server/features/promotions/add-code.ts';
import { endCode, reopenCode } from '#server/features/promotions/end-code.ts';
import type { PromoCodeRow } from '#server/features/promotions/table.ts';
import type { DoneBy } from '#server/features/staff/done-by.ts';
import { writeDeskLog } from '#server/features/staff/write-desk-log.ts';

type CodeDeps = Pick<Deps, 'clock' | 'db'>;

// Pages and the command line make and end codes by these.

export const toNewCode = ({ code, kind, value, ...terms }: AddCode): NewCode => ({
  code,
  kind,
  value: kind === 'percent' ? Number(value) : kind === 'pounds' ? toPence(Number(value)) : 0,
  validFrom: terms.from,
  validUntil: terms.until,
  leastPence: terms.least === null ? null : toPence(terms.least),
  maxUses: terms.uses,
  maxUsesEach: terms.each,
  firstOrderOnly: terms.first_order,
});

/** In the history an amount is read with its unit. */
const toLogged = ({ code: _, value, ...terms }: NewCode) => ({
  ...terms,
  ...(terms.kind === 'percent' && { value }),
  ...(terms.kind === 'pounds' && { valuePence: value }),
});

export async function addCodeAtDesk({ clock, db }: CodeDeps, by: DoneBy, wanted: NewCode): Promise<PromoCodeRow> {
  return db.transaction(async (tx) => {
    const at = clock.now();
    const added = await addCode(tx, wanted, at);
    const details = { code: added.code, after: toLogged(wanted) };
    await writeDeskLog(tx, { at, ...by }, 'add code', added.id, details);
    return added;
  });
}

/** Ends a code, or lets it be used again. What is already so is not written down again. */
export async function switchCodeAtDesk(
  { clock, db }: CodeDeps,
  by: DoneBy,
  { code, open }: { code: string; open: boolean },
): Promise<PromoCodeRow & { done: boolean }> {
  return db.transaction(async (tx) => {
    const at = clock.now();
    const switched = open ? await reopenCode(tx, code) : await endCode(tx, code, at);
    const details = { code: switched.code, before: { open: !open }, after: { open } };
    const action = open ? 'open code' : 'end code';
    if (switched.done) await writeDeskLog(tx, { at, ...by }, action, switched.id, details);
    return switched;
  });
}
