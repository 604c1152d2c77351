import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { firstAnswer, startChild } from '../../rig/children.ts';
import { ROOT } from '../../rig/shop.ts';
import { cleaningUp } from '../clean-up.ts';
import { SHOP } from '../test-environment.ts';

const run = promisify(execFile);
const VCL = join(ROOT, 'deploy', 'cdn', 'varnish.vcl');
/** What the VCL itself says; everything else it reads in the shop's headers. */
const GRACE = 'set req.grace = 10s;';

type Options = {
  /** Where the shop listens. */
  behind: number;
  /** Instead of the ten seconds that a page is sent while the new one is fetched. */
  graceSeconds?: number;
};

export type Varnish = AsyncDisposable & {
  /** What it stored in its file, byte for byte; what is only passed on is elsewhere. */
  readStored(): Promise<Buffer>;
  /** What it asked the shop for, and what it did with each answer. */
  readFetches(): Promise<Fetch[]>;
  count(...counters: string[]): Promise<number[]>;
  admin(...words: string[]): Promise<string>;
};

export type Fetch = {
  method: string;
  url: string;
  /** Names of the headers that say who asks. */
  identified: string[];
  cacheControl: string;
  setsCookie: boolean;
  /** Seconds for which it was stored; undefined if it was not. */
  storedFor: number | undefined;
};

/** Varnish as deploy/cdn/varnish.vcl makes it, at the address of the shop. */
export async function openVarnish({ behind, graceSeconds }: Options): Promise<Varnish> {
  const folder = await mkdtemp(join(tmpdir(), 'marigold-lane-varnish-'));
  // It gives up root, and still has to reach its files.
  await chmod(folder, 0o755);
  const [work, vcl, stored, log] = ['work', 'shop.vcl', 'stored', 'log'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ];
  const text = await readFile(VCL, 'utf8');
  if (!text.includes(GRACE)) throw new Error(`${VCL} does not say ${GRACE}`);
  const changed = text
    .replaceAll('.port = "3000"', `.port = "${behind}"`)
    .replace(GRACE, graceSeconds === undefined ? GRACE : `set req.grace = ${graceSeconds}s;`);
  await writeFile(vcl, changed, { mode: 0o644 });
  const child = startChild('varnishd', [
    '-F',
    '-n',
    work,
    '-f',
    vcl,
    '-a',
    new URL(SHOP).host,
    // Objects of any lifetime go into the file, so that all of them can be read there.
    '-s',
    `s0=file,${stored},256M`,
    '-s',
    'Transient=malloc,64M',
    '-p',
    'shortlived=0',
    '-p',
    'http_gzip_support=off',
  ]);
  let watching: ReturnType<typeof startChild> | undefined;
  const close = cleaningUp(async () => {
    await watching?.stop();
    await child.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  try {
    await firstAnswer(child, `${SHOP}/health`, 60_000);
    const tags = ['BereqMethod', 'BereqURL', 'BereqHeader', 'BerespHeader', 'TTL', 'Length'];
    watching = startChild('varnishlog', ['-n', work, '-b', '-g', 'vxid', '-A', '-w', log, '-i', tags.join()]);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    readStored: () => readFile(stored),
    async readFetches() {
      // The log is written in pieces.
      await sleep(1_500);
      return toFetches(await readFile(log, 'utf8'));
    },
    async count(...counters) {
      const { stdout } = await run('varnishstat', ['-n', work, '-1', '-j']);
      const all = (JSON.parse(stdout) as { counters: Record<string, { value: number }> }).counters;
      return counters.map((name) => all[`MAIN.${name}`]?.value ?? 0);
    },
    admin: async (...words) => (await run('varnishadm', ['-n', work, ...words])).stdout,
    [Symbol.asyncDispose]: close,
  };
}

/** Each request to the shop is one block of lines. */
export function toFetches(log: string): Fetch[] {
  return log
    .split(/^\*.*<< BeReq .*$/m)
    .slice(1)
    .map((block) => {
      const values = (tag: string) =>
        [...block.matchAll(new RegExp(`^-+ +${tag} +(.*)$`, 'gm'))].map(([, words = '']) => words);
      const header = (tag: string, name: string) =>
        values(tag)
          .find((line) => line.toLowerCase().startsWith(`${name}:`))
          ?.slice(name.length + 1)
          .trim();
      const [, storedFor] =
        values('TTL')
          .filter((line) => line.startsWith('VCL'))
          .at(-1)
          ?.split(' ') ?? [];
      const isStored = values('TTL').at(-1)?.endsWith(' cacheable') ?? false;
      return {
        method: values('BereqMethod')[0] ?? '',
        url: values('BereqURL')[0] ?? '',
        identified: ['cookie', 'authorization'].filter((name) => header('BereqHeader', name) !== undefined),
        cacheControl: header('BerespHeader', 'cache-control') ?? '',
        setsCookie: header('BerespHeader', 'set-cookie') !== undefined,
        storedFor: isStored && Number(storedFor) > 0 ? Number(storedFor) : undefined,
      };
    });
}
