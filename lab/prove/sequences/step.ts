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

export const inCart = (words: string, run: (cart: Cart, person: Person, model: Model) => Promise<void>): Step =>
  step(
    words,
    (model, person) => run(model.cart as Cart, person, model),
    ({ isSignedIn, cart }) => isSignedIn && cart !== undefined,
  );

/** The item of that number, modulo their count. */
export const pick = <T>(all: readonly T[], which: number): T => all[which % all.length] as T;
