import type { FastifyInstance } from 'fastify';
import { buildApp } from '#server/app.ts';
import type { Config } from '#server/config.ts';
import { createDeps } from '#server/create-deps.ts';
import { onCommandLine } from '#server/features/staff/done-by.ts';
import { connect } from '#server/platform/database/connect.ts';
import { joinDatabase } from '#server/platform/database/join-database.ts';
import { createResponseCache } from '#server/platform/http/cache/response-cache.ts';
import { createJobs } from '#server/platform/jobs/create-jobs.ts';
import { deriveSecrets, findSecret } from '#server/platform/secrets/secrets.ts';
import { createLog } from '#server/platform/watch/create-log.ts';
import type { CallingDesk } from './desk.ts';

type Given = Pick<CallingDesk, 'print' | 'prompt'> & {
  user: string;
  onOpen?(stop: () => Promise<void>): void;
};

/** Opens what the desk's commands need beside a shop that may be open, does something with it, and closes it. */
export async function withDesk(
  config: Config,
  { user, print, prompt, onOpen }: Given,
  run: (desk: CallingDesk) => Promise<void>,
): Promise<void> {
  const database = await joinDatabase(config, print);
  const db = connect(database);
  const jobs = createJobs(db);
  // The database rolls back what is half done; a database that we started has to be stopped.
  onOpen?.(() => database.stop());
  const undo = [() => database.stop(), () => db.$client.end(), () => jobs.close()];
  try {
    const responseCache = createResponseCache({ maxBytes: 0 });
    const failures: string[] = [];
    const own = createDeps(config, db, {
      // What a command did, it prints; what failed unexpectedly ends it.
      log: createLog('error', { write: (line) => void failures.push(line) }),
      secrets: deriveSecrets(await findSecret(config)),
      jobs,
      responseCache,
      pictureCache: responseCache,
      watch: undefined,
    });
    const deps = { ...own, operator: user };
    let app: Promise<FastifyInstance> | undefined;
    const open = async () => {
      await Promise.all([deps.delivery.renew(), deps.shopDetails.renew()]);
      const opened = await buildApp(deps);
      undo.push(() => opened.close());
      return opened;
    };
    // It never listens: whatever is called is called from here.
    const ask: CallingDesk['ask'] = async (call) => {
      app ??= open();
      const answer = await (await app).inject(call);
      if (answer.statusCode === 500) throw new Error(failures.join(''));
      return answer;
    };
    await run({ ...deps, by: onCommandLine(user), print, prompt, ask });
  } finally {
    for (const step of undo.reverse()) await step();
  }
}
