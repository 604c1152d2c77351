/** The shop's clock: verbs are given one, so that a test can set it. */
export type Clock = { now(): Date };
