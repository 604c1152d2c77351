import { migrate } from '#server/database/migrate.ts';

/** A process that brings the database it is given to this version of the shop, and does nothing else. */
const [, , connectionString = ''] = process.argv;
console.log('begun');
await migrate(connectionString);
console.log('done');
