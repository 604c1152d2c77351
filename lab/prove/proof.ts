import type { Table } from '../rig/table.ts';

/** What a run is to do; each proof uses of it what it needs. */
export type ProofOptions = {
  seed: number;
  /** How much of everything: 1 is the whole, a tenth is for trying it out. */
  scale: number;
  /** Words of the lines that are wanted; all of them if there are none. */
  only: string | undefined;
};

export type Log = (message: string) => void;

/** One thing that was tried: how often, under how many faults, and what was lost or broken. */
export type Line = { what: string; tried: number; faults: number; lost: string[]; figures?: string };

export type ProofResult = { lines: Line[]; tables?: Table[]; notes?: string[] };

/** Something that the shop promises, with the means to break it. */
export type Proof = {
  name: string;
  about: string;
  /** It has its own databases, or harms PostgreSQL in ways not to be done to a server that others use. */
  ownDatabase?: true;
  prove(options: ProofOptions, log: Log): Promise<ProofResult>;
};

/** As many as that, by the scale, and at least a few. */
export const scaled = ({ scale }: ProofOptions, many: number, least = 1): number =>
  Math.max(least, Math.round(many * scale));

export const isWanted = ({ only = '' }: ProofOptions, what: string): boolean => what.includes(only);
