import { cp, mkdir, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ROOT } from '../../rig/shop.ts';
import type { Log } from '../proof.ts';
import type { Containers } from './containers.ts';

const HERE = import.meta.dirname;
export const IMAGE = 'localhost/marigold-lane';
/** Debian's own slim images leave these out, too. */
const NOT_NEEDED = ['usr/share/doc', 'usr/share/man', 'usr/share/info', 'usr/share/locale', 'var/cache/apt/archives'];
/** A file of a page that was open before this release. */
export const FORMER_ASSET = 'of-the-release-before.js';

/** Every image that the proof needs, from what debootstrap fetches of Debian and npm of its registry. */
export async function buildImages(containers: Containers, log: Log): Promise<void> {
  const { run, folder } = containers;
  const base = join(folder, 'base');
  await run('debootstrap', ['--variant=minbase', 'bookworm', base]);
  for (const path of NOT_NEEDED) await rm(join(base, path), { recursive: true, force: true });
  await run('find', [join(base, 'var/lib/apt/lists'), '-type', 'f', '-delete']);
  await commit(containers, base, 'localhost/base');
  log('the base is made');
  await buildPrevious(containers);
  await bringNode(containers, base);
  log('building the shop');
  const bases = { BASE: 'localhost/base', BUILD_BASE: 'localhost/build-base', PREVIOUS: 'localhost/previous' };
  const given = Object.entries(bases).flatMap(([name, image]) => ['--build-arg', `${name}=${image}`]);
  const buildShop = async () => {
    await run('sh', [join(ROOT, 'deploy/build-image.sh'), '--quiet', '--layers=false', ...given]);
    log('the shop is built');
  };
  const buildFrom = async (name: string) => {
    const file = join(HERE, `${name}.Containerfile`);
    const base = ['--build-arg', 'BASE=localhost/base'];
    await run('buildah', ['bud', '--quiet', ...base, '--tag', `localhost/${name}`, '--file', file, HERE]);
    log(`${name} is built of Debian's packages`);
  };
  await Promise.all([buildShop(), ...['postgres', 'haproxy', 'machine'].map(buildFrom)]);
}

async function commit({ run }: Containers, folder: string, image: string, env: string[] = []): Promise<void> {
  const container = await run('buildah', ['from', 'scratch']);
  await run('buildah', ['add', '--quiet', container, folder, '/']);
  const path = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  await run('buildah', ['config', ...[path, ...env].flatMap((one) => ['--env', one]), container]);
  await run('buildah', ['commit', '--quiet', '--rm', container, image]);
}

/** As much of an image of the release before as the next one takes over: the files of its pages. */
async function buildPrevious({ run }: Containers): Promise<void> {
  const container = await run('buildah', ['from', 'localhost/base']);
  const add = `mkdir -p /shop/build/releases/before && echo '// before' > /shop/build/releases/before/${FORMER_ASSET}`;
  await run('buildah', ['run', container, 'sh', '-c', add]);
  await run('buildah', ['commit', '--quiet', '--rm', container, 'localhost/previous']);
}

/** The Node and npm of this machine, and the certificates that it trusts if it says so, on the same base. */
async function bringNode(containers: Containers, base: string): Promise<void> {
  const { run } = containers;
  const find = async (program: string) => run('realpath', [await run('which', [program])]);
  const npm = join(await find('npm'), '../../..');
  await cp(await find('node'), join(base, 'usr/bin/node'));
  await mkdir(join(base, 'usr/lib/node_modules'), { recursive: true });
  await cp(npm, join(base, 'usr/lib/node_modules/npm'), { recursive: true });
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(base, 'usr/bin/npm'));
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  if (certificates) {
    await mkdir(join(base, dirname(certificates)), { recursive: true });
    await cp(certificates, join(base, certificates), { dereference: true });
  }
  await commit(containers, base, 'localhost/build-base', certificates ? [`NODE_EXTRA_CA_CERTS=${certificates}`] : []);
  await rm(base, { recursive: true });
}
