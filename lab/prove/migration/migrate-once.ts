import { migrate } from '#server/platform/database/migrate/migrate.ts';

/** A process that migrates one database, and does nothing else. */
const [, , connectionString = ''] = process.argv;
console.log('begun');
await migrate(connectionString);
console.log('done');
