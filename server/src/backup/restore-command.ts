import { access, constants, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CannotStart } from '../cannot-start.ts';
import { readConfig } from '../config.ts';
import { openAsItIs } from './open-as-it-is.ts';
import { restoreBackup } from './restore-backup.ts';
import { runCommand } from './run-command.ts';

const HELP = `Brings back everything that npm run backup wrote, into an empty database: all of it or nothing.

  npm run restore -- FILE

Set DATA_DIR to an empty folder, or DATABASE_URL to an empty database; a shop that is there is never overwritten. When the
shop opens, it asks PayPal what happened since the backup: payments that were under way are brought to their end, and
money for orders that the backup does not hold goes back.`;

await runCommand(HELP, async (name, onStop) => {
  const config = readConfig(process.env, { opens: false });
  const file = resolve(name);
  await access(file, constants.R_OK);
  const database = await openAsItIs(config);
  if (database.isShopOpen) throw new CannotStart(`The shop in ${config.dataDir} is open. Choose an empty DATA_DIR.`);
  onStop(database.stop);
  try {
    const { tables, rows, takenAt, secret } = await restoreBackup(database.connectionString, file, console.log);
    const needsSecret = secret !== undefined && !config.databaseUrl && !config.jwtSecret;
    if (needsSecret) await writeFile(join(config.dataDir, 'jwt-secret'), secret, { mode: 0o600 });
    const taken = takenAt.toISOString().replace('T', ' ').slice(0, 16);
    return `Restored ${rows.toLocaleString('en-GB')} rows of ${tables} tables, as they were at ${taken} UTC. Open the shop: it asks PayPal what happened since.`;
  } finally {
    await database.stop();
  }
});
