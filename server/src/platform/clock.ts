/** The shop's clock, passed in deps so that a test can set it. */
export type Clock = { now(): Date };
