import { resolve } from 'node:path';
import { readConfig } from '#server/config.ts';
import { findSecret } from '#server/platform/secrets/secrets.ts';
import { openUnmigrated } from './open-unmigrated.ts';
import { runCommand } from './run-command.ts';
import { writeBackup } from './write-backup.ts';

const HELP = `Writes everything the shop holds into one file, as it is at this moment. The shop may be open meanwhile.

  npm run backup -- FILE

The file is there whole or not at all, and only you may read it: it holds people's names and addresses and, unless you set
JWT_SECRET yourself, the secret of the shop. Keep it as safe as the shop. npm run restore brings it back.`;

await runCommand(HELP, async (name, onStop) => {
  const config = readConfig(process.env, { opens: false });
  const file = resolve(name);
  const database = await openUnmigrated(config);
  onStop(database.stop);
  try {
    const secret = config.databaseUrl || config.jwtSecret ? undefined : await findSecret(config);
    const { tables, rows, bytes } = await writeBackup(database.connectionString, file, { secret, say: console.log });
    const size = (bytes / 1e6).toLocaleString('en-GB', { maximumFractionDigits: 1 });
    return `Wrote ${rows.toLocaleString('en-GB')} rows of ${tables} tables to ${file} (${size} MB).`;
  } finally {
    await database.stop();
  }
});
