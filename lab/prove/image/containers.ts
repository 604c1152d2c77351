import { type ChildProcess, execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleaningUp } from '../clean-up.ts';

const PATIENCE_MS = 20 * 60_000;

export type Ran = { code: number; words: string };

/** Images and containers of the proof's own, in one folder: no daemon, no registry, nothing of the machine's. */
export type Containers = {
  folder: string;
  env: NodeJS.ProcessEnv;
  /** What the program printed. Throws if it fails. */
  run(program: string, args: string[], options?: { cwd?: string; env?: NodeJS.ProcessEnv }): Promise<string>;
  /** The same of a program that may fail. */
  attempt(program: string, args: string[], options?: { cwd?: string; env?: NodeJS.ProcessEnv }): Promise<Ran>;
};

/** Removed with every container, volume and network, however the proof ends. */
export async function openContainers(): Promise<Containers> {
  const folder = await mkdtemp(join(tmpdir(), 'marigold-lane-image-'));
  // Copies whole images where the kernel cannot lay them over each other: slower, and otherwise the same.
  const driver = readFileSync('/proc/filesystems', 'utf8').includes('overlay') ? 'overlay' : 'vfs';
  await writeFile(
    join(folder, 'storage.conf'),
    `[storage]\ndriver = "${driver}"\ngraphroot = "${folder}/store"\nrunroot = "${folder}/run"\n`,
  );
  // The limits are low enough for a root that may not raise its own. runc runs under every kind of cgroups.
  await writeFile(
    join(folder, 'containers.conf'),
    `[containers]
default_ulimits = ["nofile=10000:10000", "nproc=30000:30000"]
log_driver = "k8s-file"
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
[network]
network_config_dir = "${folder}/networks"
`,
  );
  const env = {
    ...process.env,
    CONTAINERS_CONF: join(folder, 'containers.conf'),
    CONTAINERS_STORAGE_CONF: join(folder, 'storage.conf'),
    BUILDAH_ISOLATION: 'chroot',
    TMPDIR: folder,
  };
  // What still runs when the proof ends early would go on writing into the folder that is removed.
  const running = new Set<ChildProcess>();
  const attempt: Containers['attempt'] = (program, args, options = {}) =>
    new Promise((resolve) => {
      const how = { cwd: options.cwd, env: { ...env, ...options.env }, timeout: PATIENCE_MS, maxBuffer: 64 * 2 ** 20 };
      const child = execFile(program, args, how, (error, out, words) => {
        running.delete(child);
        const code = error ? (typeof error.code === 'number' ? error.code : 1) : 0;
        resolve({ code, words: `${out}${code === 0 ? '' : words || error?.message}`.trim() });
      });
      running.add(child);
    });
  const run: Containers['run'] = async (program, args, options) => {
    const { code, words } = await attempt(program, args, options);
    if (code !== 0)
      throw new Error(`${program} ${args.slice(0, 4).join(' ')} failed (${code}): ${words.slice(-2_000)}`);
    return words;
  };
  cleaningUp(async () => {
    for (const child of running) child.kill();
    await attempt('podman', ['rm', '--all', '--force', '--time', '2', '--volumes']);
    await attempt('podman', ['network', 'prune', '--force']);
    await attempt('buildah', ['rm', '--all']);
    await attempt('podman', ['image', 'unmount', '--all', '--force']);
    // What is mounted below keeps its folder; lazily, where a program that was just ended still has a file open.
    await attempt('umount', ['--lazy', '--recursive', `${folder}/store/overlay`]);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  return { folder, env, run, attempt };
}
