/** What the buyers were told and what was there before, to be found again. */
export type Promised = {
  soldBefore: number;
  /** Orders of which the shop said that they are paid. */
  paid: Set<number>;
  /** The number of the last note of an order that the shop took. */
  notes: Map<number, number>;
};

export const promiseNothing = (soldBefore: number): Promised => ({ soldBefore, paid: new Set(), notes: new Map() });
