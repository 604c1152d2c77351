import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Email } from 'postal-mime';
import type { Config } from '#server/config.ts';

/** `20261115T093000123Z-{letter id}.eml`: in order of time, and the same however often one letter is written. */
const NAME = /^\d{8}T\d{9}Z-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.eml$/;
const MOST_SHOWN = 100;

export type OutboxLetter = {
  id: string;
  /** None when the file is damaged or cannot be read. */
  email: Email | undefined;
};

const folderOf = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'outbox');

const nameOf = (id: string, writtenAt: Date) => `${writtenAt.toISOString().replaceAll(/[-:.]/g, '')}-${id}.eml`;

/** Writes a letter into the outbox, whole or not at all, readable by the owner of the process only. */
export async function writeToOutbox(
  config: Pick<Config, 'dataDir'>,
  { id, writtenAt }: { id: string; writtenAt: Date },
  message: Buffer,
): Promise<void> {
  const folder = folderOf(config);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, nameOf(id, writtenAt));
  const draft = `${file}.${process.pid}.new`;
  try {
    const handle = await open(draft, 'w', 0o600);
    try {
      await handle.writeFile(message);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw error;
  }
}

/** Deletes what was written before: a demonstration that is open to everybody would fill its disk. */
export async function pruneOutbox(config: Pick<Config, 'dataDir'>, before: Date): Promise<void> {
  const oldest = nameOf('', before);
  for (const name of await listNames(config))
    if (name < oldest) await rm(join(folderOf(config), name), { force: true });
}

/** The newest letters first, and how many there are in all. */
export async function listOutbox(config: Pick<Config, 'dataDir'>): Promise<{ letters: OutboxLetter[]; total: number }> {
  const names = await listNames(config);
  const letters: OutboxLetter[] = [];
  for (const name of names.slice(0, MOST_SHOWN)) letters.push(await readLetter(config, name));
  return { letters, total: names.length };
}

/** One letter by its id; undefined when there is none. The id from the request never becomes part of a path. */
export async function findInOutbox(config: Pick<Config, 'dataDir'>, id: string): Promise<OutboxLetter | undefined> {
  const name = (await listNames(config)).find((candidate) => NAME.exec(candidate)?.[1] === id);
  return name === undefined ? undefined : readLetter(config, name);
}

async function listNames(config: Pick<Config, 'dataDir'>): Promise<string[]> {
  const entries = await readdir(folderOf(config), { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const names = entries.filter((entry) => entry.isFile() && NAME.test(entry.name)).map(({ name }) => name);
  return names.sort().reverse();
}

async function readLetter(config: Pick<Config, 'dataDir'>, name: string): Promise<OutboxLetter> {
  const id = NAME.exec(name)?.[1] as string;
  const { default: PostalMime } = await import('postal-mime');
  try {
    const email = await PostalMime.parse(await readFile(join(folderOf(config), name)));
    const isWhole = email.subject && email.to?.length && email.html && email.text;
    return { id, email: isWhole ? email : undefined };
  } catch {
    return { id, email: undefined };
  }
}
