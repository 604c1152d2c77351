import { londonDay } from '#contract/delivery.ts';
import type { Deps } from '#server/deps.ts';
import type { Database } from '#server/platform/database/connect.ts';
import { eq, sql } from '#server/platform/database/drizzle.ts';
import { codeGuesses } from './table.ts';

/** Counts a code that somebody tried and nobody made. There are no more of them than the limits let through. */
export async function noteGuess({ clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  await db
    .insert(codeGuesses)
    .values({ day: londonDay(clock.now()), guesses: 1 })
    .onConflictDoUpdate({ target: codeGuesses.day, set: { guesses: sql`${codeGuesses.guesses} + 1` } });
}

/** How many were tried today. */
export async function countGuessesOf(db: Database, day: string): Promise<number> {
  const [found] = await db.select().from(codeGuesses).where(eq(codeGuesses.day, day));
  return found?.guesses ?? 0;
}
