import { readConfig } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { connect, type Transaction } from '#server/platform/database/connect.ts';
import { createJobs } from '#server/platform/jobs/create-jobs.ts';
import { createMail } from '#server/platform/mail/create-mail.ts';
import { deriveSecrets, findSecret } from '#server/platform/secrets/secrets.ts';
import type { TestEnvironment } from '../test-environment.ts';

type DeskDeps = Pick<Deps, 'clock' | 'config' | 'jobs' | 'mail'>;

/** Does something in the database of the shop, as the florist's command does, and has the shop sweep at its next opening. */
export async function atTheDesk(
  { dataDir, database, given }: TestEnvironment,
  act: (deps: DeskDeps, tx: Transaction) => Promise<void>,
): Promise<void> {
  const config = readConfig({ ...given, DATA_DIR: dataDir }, { opens: false });
  const db = connect(database());
  const jobs = createJobs(db);
  const clock = { now: () => new Date() };
  try {
    const mail = createMail({ clock, jobs, secrets: deriveSecrets(await findSecret(config)) });
    await db.transaction((tx) => act({ clock, config, jobs, mail }, tx));
    await db.transaction((tx) => jobs.add(tx, 'sweep-payments', {}));
  } finally {
    await jobs.close();
    await db.$client.end();
  }
}

/** Has the shop sweep its payments, and its letters. */
export const addSweeps = (env: TestEnvironment): Promise<void> =>
  atTheDesk(env, ({ jobs }, tx) => jobs.add(tx, 'sweep-letters', {}));
