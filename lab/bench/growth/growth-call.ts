/** Where it must cost the same whatever the size, or why it may cost more. */
export type Growth = 'flat' | 'may grow';
export type GrowthCall = {
  name: string;
  panel: 'Lists' | 'Bouquets and pages' | 'Searching' | 'Cart and orders' | 'Behind the counter';
  growth: Growth;
  /** The size from which on it must be flat, if a smaller shop has not enough for it. */
  flatFrom?: number;
  /** Done by this process instead of the shop's, as a command is: then its own time counts. */
  here?: boolean;
  /** How often in a round; less if it takes long. */
  most?: number;
  /** Before each round, and not measured; the response cache is empty then. */
  prepare?(): Promise<unknown>;
  /** Returns the milliseconds; the number differs each time within a round. */
  run(number: number): Promise<number>;
};
