import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countSoldBefore } from '../agreement.ts';
import { cleaningUp } from '../clean-up.ts';
import { isWanted, type Line, type Proof, scaled } from '../proof.ts';
import { openTestEnvironment, requireOpen } from '../test-environment.ts';
import { type DebianPostgres, describeMissingPostgres, openDebianPostgres } from './debian-postgres.ts';
import { type Accident, recoverFrom } from './recover.ts';

const BUY_SECONDS = 30;

/** A table and all that refers to it, under people who buy: it may have to be tried again because of a deadlock. */
async function empty({ sql }: DebianPostgres, table: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await sql(`truncate ${table} cascade`, 'shop');
      return;
    } catch (error) {
      if (tries === 10) throw error;
    }
  }
}

const ACCIDENTS: Accident[] = [
  { what: 'every order deleted', happen: (postgres) => empty(postgres, 'orders') },
  { what: 'the addresses of everybody deleted', happen: (postgres) => empty(postgres, 'addresses') },
  { what: 'the database dropped', happen: ({ sql }) => sql('drop database shop with (force)') },
  {
    what: 'the disk of the database lost',
    happen: async (postgres: DebianPostgres) => {
      await postgres.kill();
      await postgres.loseDisk();
    },
    isDiskLost: true,
  },
];

/** Point-in-time recovery with pgBackRest, and the money that PayPal took meanwhile. */
export const recovery: Proof = {
  name: 'recovery',
  about: "deletes what matters under eight buyers, and brings it back to the second before with Debian's pgBackRest",
  ownDatabase: true,
  async prove(options, log) {
    const missing = describeMissingPostgres();
    const lines: Line[] = [];
    let version = '';
    for (const accident of ACCIDENTS.filter(({ what }) => isWanted(options, what))) {
      if (missing) {
        lines.push({ what: accident.what, tried: 0, faults: 0, lost: [missing] });
        continue;
      }
      const folder = await mkdtemp(join(tmpdir(), 'marigold-lane-recovery-'));
      await chmod(folder, 0o755);
      let postgres: DebianPostgres | undefined;
      const close = cleaningUp(async () => {
        await postgres?.stop().catch(() => postgres?.kill());
        await rm(folder, { recursive: true, force: true, maxRetries: 5 });
      });
      try {
        postgres = await openDebianPostgres(join(folder, 'postgresql'));
        version = await postgres.version();
        const { connectionString } = postgres;
        await using env = await openTestEnvironment({ connectionString, stop: async () => {} });
        const first = await requireOpen(env);
        await countSoldBefore(env);
        await first.kill();
        const size = { buySeconds: scaled(options, BUY_SECONDS, 8), seed: `${options.seed} ${accident.what}` };
        const { lost, figures, acknowledged } = await recoverFrom(accident, { env, postgres, log }, size);
        lines.push({ what: accident.what, tried: acknowledged, faults: 1, lost, figures });
      } finally {
        await close();
      }
    }
    return { lines, notes: version ? [`PostgreSQL ${version}`] : [] };
  },
};
