import type { Table } from '../bench/table.ts';

/** What is asked of a proof; each takes of it what it needs. */
export type Wish = {
  seed: number;
  /** How much of everything: 1 is the whole, a tenth is for trying it out. */
  scale: number;
  /** Words of the lines that are wanted; all of them if there are none. */
  only: string | undefined;
};

export type Say = (words: string) => void;

/** One thing that was tried: how often, under how many faults, and what was lost or broken. */
export type Line = { what: string; tried: number; faults: number; lost: string[]; figures?: string };

export type Shown = { lines: Line[]; tables?: Table[]; notes?: string[] };

/** Something that the shop promises, with the means to break it. */
export type Proof = {
  name: string;
  /** For the help. */
  about: string;
  /** It brings its own databases, or harms PostgreSQL in ways not to be done to one that is somebody's. */
  ownDatabase?: true;
  prove(wish: Wish, say: Say): Promise<Shown>;
};

/** As many as that, by the scale, and at least a few. */
export const scaled = ({ scale }: Wish, many: number, least = 1): number => Math.max(least, Math.round(many * scale));
