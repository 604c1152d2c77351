import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../../rig/shop.ts';
import { figure } from '../../rig/table.ts';
import type { Line, Log } from '../proof.ts';
import type { Containers } from './containers.ts';
import { WRITE_EVERYWHERE, type Writable } from './write-everywhere.ts';

export const UNIT = 'the unit: deploy/install.sh on a bare Debian, run by systemd';
const FILE = join(ROOT, 'deploy/marigold-lane.service');
const MOST_EXPOSED = 2;
const NAME = 'bare-machine';
/** The pages of a shop that listens to its own machine only are asked for there. */
const LOOK = `const r = await fetch('http://127.0.0.1:3000' + process.argv[1]); console.log(r.status)`;
/** Its data, its cache, and what is its own of /tmp. */
const ITS_OWN = /^\/(var\/(lib|cache)\/marigold-lane|tmp|var\/tmp)(\/|$)/;
const KEPT = 'SHOP_EMAIL=flowers@example.org';

/** Installs into a machine with nothing but systemd, starts it, and tries what the unit promises. */
export async function runUnit(containers: Containers, log: Log): Promise<Line> {
  const { run, attempt } = containers;
  const lost: string[] = [];
  const exposure = await measureExposure(containers, lost);
  const machine = await run('buildah', ['from', 'localhost/machine']);
  const root = await run('buildah', ['mount', machine]);
  const install = () => run('sh', [join(ROOT, 'deploy/install.sh')], { env: { DESTDIR: root } });
  await install();
  await run('sh', ['-c', `echo ${KEPT} >> ${root}/etc/marigold-lane/shop.env`]);
  log('installed; installing once more over it');
  await install();
  if (!readFileSync(join(root, 'etc/marigold-lane/shop.env'), 'utf8').includes(KEPT))
    lost.push('The settings were replaced.');
  // Warnings about units of the machine are not ours.
  const verified = await attempt('systemd-analyze', ['verify', '--root', root, 'marigold-lane.service']);
  const complaints = verified.words.split('\n').filter((line) => line.includes('marigold-lane'));
  lost.push(...complaints);
  await run('systemctl', ['--root', root, 'enable', '--quiet', 'marigold-lane']);
  await run('buildah', ['umount', machine]);
  await run('buildah', ['commit', '--quiet', '--rm', machine, 'localhost/installed']);

  const within = (...command: string[]) => attempt('podman', ['exec', NAME, ...command]);
  await run('podman', ['run', '--detach', '--name', NAME, '--privileged', '--systemd=always', 'localhost/installed']);
  const openSeconds = await awaitPage(containers, within);
  log(`open under systemd after ${figure(openSeconds)} s`);
  const pid = (await within('systemctl', 'show', '--property=MainPID', '--value', 'marigold-lane')).words;
  const status = (await within('cat', `/proc/${pid}/status`)).words;
  if (/^Uid:\s+0\s/m.test(status)) lost.push('It runs as root.');
  for (const [what, wanted] of Object.entries({ CapEff: '0{16}', NoNewPrivs: '1', Seccomp: '2' }))
    if (!new RegExp(`^${what}:\\s+${wanted}$`, 'm').test(status)) lost.push(`${what} is not ${wanted}.`);
  const written = await writeAs(within, pid, status);
  lost.push(...written.writable.filter((path) => !ITS_OWN.test(path)).map((path) => `${path} can be written to.`));
  if (!written.writable.includes('/var/lib/marigold-lane')) lost.push('It cannot write its data.');
  for (const command of [
    ['desk', 'days', 'list'],
    ['backup', '/tmp/backup-of-the-proof'],
  ]) {
    const { code, words } = await within('marigold-lane', ...command);
    if (code !== 0) lost.push(`marigold-lane ${command.join(' ')}: ${words}`);
  }
  const start = performance.now();
  await within('systemctl', 'restart', 'marigold-lane');
  const restart = (performance.now() - start) / 1000;
  await awaitPage(containers, within);
  await within('systemctl', 'kill', '--signal=SIGKILL', '--kill-who=main', 'marigold-lane');
  await sleep(1_000);
  await awaitPage(containers, within);
  const ending = performance.now();
  await within('systemctl', 'stop', 'marigold-lane');
  const seconds = (performance.now() - ending) / 1000;
  const result = (await within('systemctl', 'show', '--property=Result', '--value', 'marigold-lane')).words;
  if (result !== 'success' || seconds > 25) lost.push(`It ended after ${figure(seconds)} s: ${result}.`);
  await attempt('podman', ['rm', '--force', '--time', '2', NAME]);
  return {
    what: UNIT,
    tried: written.tried,
    faults: 3,
    lost,
    figures: `exposure ${exposure}, ${written.tried} folders tried, open after ${figure(openSeconds)} s, restarted in ${figure(restart)} s, killed and open again, ended within ${figure(seconds)} s`,
  };
}

async function measureExposure({ run }: Containers, lost: string[]): Promise<string> {
  const told = await run('systemd-analyze', ['security', '--offline=true', '--no-pager', FILE]);
  const exposure = /exposure level .*: ([\d.]+)/.exec(told)?.[1] ?? 'unknown';
  if (!(Number(exposure) <= MOST_EXPOSED)) lost.push(`systemd-analyze security says ${exposure}.`);
  return exposure;
}

type Within = (...command: string[]) => Promise<{ code: number; words: string }>;

/** Tries to write everywhere as the user of the service, where the service sees the machine. */
async function writeAs(within: Within, pid: string, status: string): Promise<Writable> {
  const [, uid = ''] = /^Uid:\s+(\d+)/m.exec(status) ?? [];
  const [, gid = ''] = /^Gid:\s+(\d+)/m.exec(status) ?? [];
  const service = ['nsenter', '--target', pid, '--mount', '--setuid', uid, '--setgid', gid];
  return JSON.parse((await within(...service, '/opt/marigold-lane/bin/node', '-e', WRITE_EVERYWHERE)).words);
}

async function awaitPage({ attempt }: Containers, within: Within): Promise<number> {
  const start = performance.now();
  const look = ['/opt/marigold-lane/bin/node', '--input-type=module', '-e', LOOK];
  for (const end = Date.now() + 10 * 60_000; Date.now() < end; await sleep(500)) {
    const pages = await Promise.all(['/', '/ready'].map((path) => within(...look, path)));
    if (pages.every(({ words }) => words === '200')) return (performance.now() - start) / 1000;
  }
  const { words } = await within('journalctl', '--no-pager', '--unit', 'marigold-lane', '--lines', '30');
  throw new Error(
    `The service did not open.\n${words}\n${(await attempt('podman', ['logs', NAME])).words.slice(-1_000)}`,
  );
}
