import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { getConstructionPlans } from 'pg-boss';
import type { TestProject } from 'vitest/node';
import { readCatalogue } from '#server/features/catalogue/file/catalogue-file.ts';
import { readExtras } from '#server/features/catalogue/file/extras-file.ts';
import { importCatalogue } from '#server/features/catalogue/file/import-catalogue.ts';
import { loadSharp } from '#server/features/catalogue/pictures/load-sharp.ts';
import { connect } from '#server/platform/database/connect.ts';
import { startEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts';
import { migrate } from '#server/platform/database/migrate/migrate.ts';
import { JOBS_SCHEMA } from '#server/platform/jobs/create-jobs.ts';
import { makeMemoryFolder } from './memory-folder.ts';
import { startPgbouncer } from './servers/start-pgbouncer.ts';
import { inDatabase, TEMPLATE } from './test-database.ts';

const DEMO = fileURLToPath(new URL('../../../catalogue/demo.json', import.meta.url));
const EXTRAS = fileURLToPath(new URL('../../../catalogue/extras.json', import.meta.url));

/** Nothing of it outlives the run, and no database of it lives long enough to be tidied. */
const FORGETFUL = {
  synchronous_commit: 'off',
  autovacuum: 'off',
  checkpoint_timeout: '1h',
  max_wal_size: '8GB',
  jit: 'off',
};

/** One PostgreSQL for all tests, with a template of a stocked shop that each test file copies. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  // Tests of pages alone need no database.
  if (project.vitest.projects.every(({ name }) => name === 'pages')) return async () => {};
  const dataDir = await makeMemoryFolder('marigold-lane-tests-');
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false, settings: FORGETFUL });
  const tearDown = async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await makeTemplate(postgres.connectionString);
  } catch (error) {
    await tearDown();
    throw error;
  }
  project.provide('postgres', postgres.connectionString);
  // `npm run prove -- pgbouncer` sets it. Tests on a busy machine are slow without being stuck.
  const pooler = process.env.TEST_THROUGH_PGBOUNCER
    ? await startPgbouncer(postgres.connectionString, { statementMs: 120_000 })
    : undefined;
  project.provide('pooler', pooler?.address ?? '');
  return async () => {
    await pooler?.stop();
    await tearDown();
  };
}

async function makeTemplate(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`CREATE DATABASE ${TEMPLATE}`);
  await client.end();
  await migrate(inDatabase(connectionString, TEMPLATE));

  const db = connect(inDatabase(connectionString, TEMPLATE));
  const [whole, closeUp] = await Promise.all([stub('#c04a5a'), stub('#e8b64c')]);
  const readPicture = async (file: string) => (file.includes('-close') ? closeUp : whole);
  const { extras } = await readExtras(EXTRAS);
  await importCatalogue({ db }, { ...(await readCatalogue(DEMO)), extras }, { readPicture });
  await db.$client.query(getConstructionPlans(JOBS_SCHEMA));
  await db.$client.end();
}

/** Tiny, because encoding all of the real ones takes a minute: every bouquet shows these two. */
async function stub(background: string): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp({ create: { width: 16, height: 20, channels: 3, background } })
    .png()
    .toBuffer();
}
