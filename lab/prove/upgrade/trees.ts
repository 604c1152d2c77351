import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../rig/shop.ts';

const MIGRATIONS = 'server/src/platform/database/migrations';
/** Where versions up to 0.2 have them. */
const FORMER_MIGRATIONS = 'server/src/database/migrations';

const git = (...args: string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();

/** The commit before this one, and the one before the last migration. */
export const findCommits = (): { previous: string; beforeMigration: string } => ({
  previous: git('rev-parse', 'HEAD~1'),
  beforeMigration: git(
    'rev-parse',
    `${git('log', '-1', '--find-renames', '--diff-filter=A', '--format=%H', '--', '*/database/migrations/*.sql')}~1`,
  ),
});

export const describeCommit = (commit: string): string => git('log', '-1', '--format=%h of %cs', commit);

/** The shop as it was at a commit, ready to be started. */
export function makeTree(commit: string, folder: string): string {
  return prepare(folder, () => pipeTar(`git archive ${commit}`, folder));
}

type Added = { name: string; statements: string[] };

type Entry = { idx: number; when: number; tag: string };

/** The shop as it is here, with these migrations more: its next version. */
export function makeNextTree(folder: string, added: Added[]): string {
  return prepare(folder, () => {
    pipeTar(
      'git ls-files -z --cached --others --exclude-standard | tar --null --files-from=- --create --ignore-failed-read',
      folder,
    );
    const file = join(folder, MIGRATIONS, 'meta', '_journal.json');
    const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: Entry[] };
    for (const { name, statements } of added) {
      const last = journal.entries.at(-1) as Entry;
      journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: name });
      writeFileSync(join(folder, MIGRATIONS, `${name}.sql`), statements.join('\n--> statement-breakpoint\n'));
    }
    writeFileSync(file, JSON.stringify(journal));
  });
}

const pipeTar = (from: string, folder: string): Buffer =>
  execFileSync('sh', ['-c', `${from} | tar -x -C "$0"`, folder], { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'] });

/** What is installed and built here is used where it is the same there; scripts/prepare.mjs makes the rest. */
function prepare(folder: string, fill: () => void): string {
  mkdirSync(folder, { recursive: true });
  fill();
  const [here, there] = [ROOT, folder].map((root) => readFileSync(join(root, 'package-lock.json'), 'utf8'));
  if (here === there) symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const part of ['stamps', 'storefront'])
    if (existsSync(join(ROOT, 'build', part)))
      cpSync(join(ROOT, 'build', part), join(folder, 'build', part), { recursive: true });
  execFileSync(process.execPath, ['scripts/run.mjs', '--built', '--version'], { cwd: folder, stdio: 'pipe' });
  return folder;
}

/** The names of the migrations that one version has and the other does not know. */
export function listNew(older: string, newer: string): string[] {
  const [before, after] = [older, newer].map((root) => {
    const folder =
      [MIGRATIONS, FORMER_MIGRATIONS].map((path) => join(root, path)).find((path) => existsSync(path)) ?? '';
    const text = readFileSync(join(folder, 'meta', '_journal.json'), 'utf8');
    return (JSON.parse(text) as { entries: { tag: string }[] }).entries.map(({ tag }) => tag);
  });
  return (after ?? []).filter((name) => !before?.includes(name));
}
