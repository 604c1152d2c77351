import { access, constants, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Config, readConfig } from '#server/config.ts';
import { CannotStart } from '#server/platform/cannot-start.ts';
import { markRecovered } from './mark-recovered.ts';
import { openUnmigrated } from './open-unmigrated.ts';
import { restoreBackup } from './restore-backup.ts';
import { runCommand } from './run-command.ts';

const RESET_PASSWORDS = '--reset-passwords';
const RECOVERED = '--recovered';

const HELP = `Brings back everything that npm run backup wrote, into an empty database: all of it or nothing.

  npm run restore -- FILE [${RESET_PASSWORDS}]
  npm run restore -- ${RECOVERED} 2026-11-17T09:41:59Z [${RESET_PASSWORDS}]

The second is for a database that PostgreSQL's own tools (pgBackRest, pg_basebackup) brought back to that moment: it becomes the
same kind of copy. Say it before a shop opens on it; docs/operating/backup.md leads through it.

For the first, set DATA_DIR to an empty folder, or DATABASE_URL to an empty database; a shop that is there is never overwritten.

What you get is a copy on standby. It opens, so that you can look and practise beside the shop that is open, but it sends no
letters, takes no payments and gives nothing back. If it is to be the shop from now on, close the old one and say so:

  npm run desk -- shop take-over          now it is the shop
  npm run desk -- payments reconcile      what PayPal took since the backup for orders that are lost

Everybody is signed out, and links in letters of before do not work. Passwords are those of the backup: one that was changed
since, perhaps because it was stolen, is the old one again. ${RESET_PASSWORDS} makes all of them unusable; everybody
then asks for a new one by letter.

Nobody works at the desk until an owner has confirmed it: who was dismissed since the backup stands in it as a colleague. Passkeys
and recovery codes of before open nothing. The first owner gets in by a link that is printed here:

  npm run desk -- staff list              who worked here then
  npm run desk -- staff invite EMAIL      lets one of them in again; the others are confirmed at the desk, under Staff`;

await runCommand(
  HELP,
  async (name, onStop, flags) => {
    const config = readConfig(process.env, { opens: false });
    const resetPasswords = flags.has(RESET_PASSWORDS);
    if (flags.has(RECOVERED)) return mark(config, name, resetPasswords);
    const file = resolve(name);
    await access(file, constants.R_OK);
    const database = await openUnmigrated(config);
    if (database.isShopOpen) throw new CannotStart(`The shop in ${config.dataDir} is open. Choose an empty DATA_DIR.`);
    onStop(database.stop);
    try {
      const options = { say: console.log, resetPasswords };
      const { tables, rows, takenAt, secret } = await restoreBackup(database.connectionString, file, options);
      const needsSecret = secret !== undefined && !config.databaseUrl && !config.jwtSecret;
      if (needsSecret) await writeFile(join(config.dataDir, 'jwt-secret'), secret, { mode: 0o600 });
      return [
        `Restored ${rows.toLocaleString('en-GB')} rows of ${tables} tables, as they were at ${describeTime(takenAt)}.`,
        ...describeCopy(resetPasswords),
      ].join('\n');
    } finally {
      await database.stop();
    }
  },
  [RESET_PASSWORDS, RECOVERED],
);

async function mark(config: Config, moment: string, resetPasswords: boolean): Promise<string> {
  if (!config.databaseUrl) throw new CannotStart('Set DATABASE_URL to the database that was brought back.');
  const takenAt = new Date(/(Z|[+-]\d\d:?\d\d)$/.test(moment) ? moment : Number.NaN);
  await markRecovered(config.databaseDirectUrl ?? config.databaseUrl, takenAt, { resetPasswords });
  return [`This is the shop as it was at ${describeTime(takenAt)}.`, ...describeCopy(resetPasswords)].join('\n');
}

function describeTime(takenAt: Date): string {
  return `${takenAt.toISOString().replace('T', ' ').slice(0, 16)} UTC, ${ageOf(takenAt)} ago`;
}

function describeCopy(resetPasswords: boolean): string[] {
  return [
    resetPasswords
      ? 'Everybody is signed out and needs a new password, which they ask for by letter.'
      : 'Everybody is signed out. Passwords changed since then are the old ones again: tell people who changed theirs, or restore with --reset-passwords.',
    'Nobody works at the desk before it is confirmed. Let an owner in: npm run desk -- staff list, then staff invite EMAIL.',
    'This is a copy on standby: it sends no letters and moves no money until npm run desk -- shop take-over.',
  ];
}

function ageOf(takenAt: Date): string {
  const minutes = Math.max(0, Math.round((Date.now() - takenAt.getTime()) / 60_000));
  if (minutes < 120) return minutes === 1 ? '1 minute' : `${minutes} minutes`;
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} hours` : `${Math.round(minutes / 60 / 24)} days`;
}
