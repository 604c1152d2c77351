import { randomUUID } from 'node:crypto';
import type { DeskLetter } from '#contract/desk-orders.ts';
import type { Deps } from '#server/deps.ts';
import { Conflict, NotFound } from '#server/errors.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { and, desc, eq, gt } from '#server/platform/database/drizzle.ts';
import { addSending } from '#server/platform/mail/create-mail.ts';
import { Letter } from '#server/platform/mail/letter.ts';
import { renderLetter } from '#server/platform/mail/render/render-letter.ts';
import { letters } from '#server/platform/mail/table.ts';
import { parseStored } from '#server/platform/parse-stored.ts';
import { seal, unseal } from '#server/platform/secrets/sealed.ts';

type LetterRow = typeof letters.$inferSelect;
type LetterDeps = Pick<Deps, 'secrets'>;

/** The same letter within this time is one press, come twice. */
const ONE_PRESS_MS = 60_000;

/** What was written to the buyer of an order, the newest first. */
export async function listOrderLetters(
  deps: LetterDeps,
  db: Database | Transaction,
  orderId: number,
): Promise<DeskLetter[]> {
  const rows = await db
    .select()
    .from(letters)
    .where(eq(letters.orderId, orderId))
    .orderBy(desc(letters.createdAt), desc(letters.id));
  return rows.map((row) => toDeskLetter(row, open(deps, row)));
}

function toDeskLetter(row: LetterRow, letter: Letter | undefined): DeskLetter {
  const { id, kind, createdAt, sentAt, lastProblem, givenUpAt } = row;
  return {
    id,
    kind,
    to: letter?.to ?? null,
    written_at: createdAt.toISOString(),
    sent_at: sentAt?.toISOString() ?? null,
    problem: sentAt ? null : lastProblem,
    given_up: givenUpAt !== null,
    can_send_again: letter !== undefined && (sentAt !== null || givenUpAt !== null),
  };
}

/** Undefined where the contents are gone, or were sealed with another secret. */
function open({ secrets }: LetterDeps, { id, sealed }: LetterRow): Letter | undefined {
  if (!sealed) return undefined;
  try {
    return parseStored(Letter, 'The letter', unseal(secrets.letters, id, sealed));
  } catch {
    return undefined;
  }
}

/** A letter as it was sent. The key with which the buyer answers a question is the buyer's alone: it is not shown. */
export async function readOrderLetter(
  { config, db, secrets }: Pick<Deps, 'config' | 'db' | 'secrets'>,
  orderId: number,
  letterId: string,
): Promise<{ letter: DeskLetter; subject: string; text: string }> {
  const row = await findRow(db, orderId, letterId);
  const letter = open({ secrets }, row);
  if (!letter) throw new NotFound();
  const shown = letter.kind === 'swap-asked' ? { ...letter, link: `${config.publicUrl}/…` } : letter;
  const { subject, text } = renderLetter(shown, { publicUrl: config.publicUrl, isDemo: config.demo });
  return { letter: toDeskLetter(row, letter), subject, text };
}

async function findRow(db: Database | Transaction, orderId: number, letterId: string): Promise<LetterRow> {
  const [row] = await db
    .select()
    .from(letters)
    .where(and(eq(letters.id, letterId), eq(letters.orderId, orderId)));
  if (!row) throw new NotFound();
  return row;
}

/** Posts a letter of an order once more, word for word, to where its buyer is now. `done` is false for a press that comes twice. */
export async function postAgain(
  { clock, jobs, secrets }: Pick<Deps, 'clock' | 'jobs' | 'secrets'>,
  tx: Transaction,
  { orderId, letterId, to }: { orderId: number; letterId: string; to: string },
): Promise<{ kind: string; done: boolean }> {
  const row = await findRow(tx, orderId, letterId);
  const letter = open({ secrets }, row);
  if (!letter) throw new Conflict('What was in this letter is no longer stored: it cannot be sent again.');
  const { kind, userId } = row;
  if (row.sentAt === null && row.givenUpAt === null) throw new Conflict('This letter has not been sent yet.');
  const since = new Date(clock.now().getTime() - ONE_PRESS_MS);
  const isTwice = and(eq(letters.orderId, orderId), eq(letters.kind, kind), gt(letters.createdAt, since));
  if ((await tx.$count(letters, isTwice)) > 0) return { kind, done: false };
  const id = randomUUID();
  const sealed = seal(secrets.letters, id, { ...letter, to });
  await tx.insert(letters).values({ id, userId, orderId, kind, sealed, createdAt: clock.now() });
  await addSending(jobs, tx, id);
  return { kind, done: true };
}
