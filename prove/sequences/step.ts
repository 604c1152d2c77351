import type { AsyncCommand } from 'fast-check';
import type { Cart, Model } from './model.ts';
import type { Person } from './person.ts';

export type Step = AsyncCommand<Model, Person>;

/** One thing that someone does, in the shop and in the model; it throws where the two differ. */
export const step = (
  words: string,
  run: (model: Model, person: Person) => Promise<void>,
  check: (model: Readonly<Model>) => boolean = ({ isSignedIn }) => isSignedIn,
): Step => ({ check, run, toString: () => words });

/** The same where there is a cart. */
export const inCart = (words: string, run: (cart: Cart, person: Person, model: Model) => Promise<void>): Step =>
  step(
    words,
    (model, person) => run(model.cart as Cart, person, model),
    ({ isSignedIn, cart }) => isSignedIn && cart !== undefined,
  );

/** The one of that number, counted round and round; none of none. */
export const pick = <T>(all: readonly T[], which: number): T => all[which % all.length] as T;
