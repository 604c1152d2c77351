import type { Actor } from '#contract/done-by.ts';
import type { Deps } from '#server/deps.ts';

/**
 * Who does something: a kind and, of staff, an id. `who` is the name to show, chosen by whoever has it, and decides nothing. A member
 * of staff may be called `shop`, and so may the user of the machine.
 */
export type DoneBy = (
  | { actor: 'staff'; staffId: number; who: string }
  | { actor: Exclude<Actor, 'staff'>; staffId: null; who: string }
) & {
  /** When it was pressed, if the press came later. */
  pressedAt?: Date | null | undefined;
};
/** The same, with the moment, which is read when everything that it waits for is locked. */
export type DoneNow = DoneBy & { at: Date };

export const BY_BUYER = { actor: 'buyer', staffId: null, who: 'buyer' } as const satisfies DoneBy;
export const BY_SHOP = { actor: 'shop', staffId: null, who: 'shop' } as const satisfies DoneBy;
export const BY_PAYPAL = { actor: 'PayPal', staffId: null, who: 'PayPal' } as const satisfies DoneBy;

/** `by` where it is nobody of the staff. */
type Named = { id: number; name: string; by?: DoneBy };
export const doneBy = ({ id, name, by }: Named): DoneBy => by ?? { actor: 'staff', staffId: id, who: name };
export const onCommandLine = (user: string): DoneBy => ({ actor: 'command line', staffId: null, who: user });

export const doneNow = ({ clock }: Pick<Deps, 'clock'>, colleague: Named): DoneNow => ({
  ...doneBy(colleague),
  at: clock.now(),
});

type Row = { actor: Actor | null; staffId: number | null; who: string };

/** Rows of versions before `actor` have no kind until `fillActors` has given them one: of those the id and the name tell. */
export const actorOf = ({ actor, staffId, who }: Row): Actor => {
  if (actor !== null) return actor;
  if (staffId !== null) return 'staff';
  return [BY_BUYER, BY_SHOP, BY_PAYPAL].find((known) => known.who === who)?.actor ?? 'command line';
};

/** As the desk's API tells it. */
export const toDoneBy = (row: Row) => ({ by: actorOf(row), staff: row.staffId, who: row.who });
