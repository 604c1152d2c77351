/** Files that a run with this seed leaves to others. */
export function listLeftOut(seed: string | undefined): string[];

/** All that a run with a seed does a part of. */
export function listSampled(): string[];
