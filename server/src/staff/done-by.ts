import type { Colleague } from './find-colleague.ts';

/** Whoever does something at the desk: a member of staff, or somebody on the command line by the name on the machine. */
export type DoneBy = { who: string; staffId?: number | null };

export const doneBy = ({ id, name }: Pick<Colleague, 'id' | 'name'>): DoneBy => ({ who: name, staffId: id });
