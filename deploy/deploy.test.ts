import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { afterAll, describe, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { isPrivate } from '#server/pages/page-address.ts';
import routes from '../storefront/app/routes.ts';

const root = resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const START = read('scripts/start.mjs');
const [, thrift = ''] = /THRIFT = \['(.+)'\]/.exec(START) ?? [];

describe.each(['Containerfile', 'deploy/marigold-lane.service'])('%s', (file) => {
  test('starts the server as npm start does', () => {
    expect(thrift).not.toBe('');
    expect(read(file)).toMatch(new RegExp(`node"?,? "?${thrift}"?,? "?server/src/main\\.ts`));
    for (const [, name, value] of START.matchAll(/^ {4}(NODE_ENV|MALLOC_ARENA_MAX): '(\w+)'/gm))
      expect(read(file)).toContain(`${name}=${value}`);
  });

  test('sets no variable that the shop does not know', () => {
    const beside = ['NODE_ENV', 'MALLOC_ARENA_MAX', 'NODE_COMPILE_CACHE', 'TMPDIR'];
    const [, set = ''] = /^(?:ENV |Environment=)(.+)$/m.exec(read(file)) ?? [];
    const names = Object.keys(parseEnv(set.replaceAll(' ', '\n'))).filter((name) => !beside.includes(name));
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !isSetting(name))).toEqual([]);
  });
});

/** It names every setting for operators. */
const isSetting = (name: string) => read('docs/settings.md').includes(`\`${name}\``);

test('the settings to fill in after installing are settings of the shop, and it opens with them as they are', () => {
  const names = [...read('deploy/shop.env').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(8);
  expect(names.filter((name) => !isSetting(name))).toEqual([]);
  expect(readConfig(parseEnv(read('deploy/shop.env')))).toMatchObject({ isPublic: false, port: 3000 });
});

test('the CDN keeps no page that no cache may store', () => {
  const rules = [...read('deploy/cdn/varnish.vcl').matchAll(/req\.url ~ "(.+?)"/g)].map(
    ([, rule = '']) => new RegExp(rule),
  );
  const pages = (routes as RouteConfigEntry[])
    .map(({ path = '' }) => `/${path.replaceAll(/:\w+\??/g, '1')}`)
    .filter((path) => isPrivate(path))
    .flatMap((path) => [path, `${path}.data`]);
  expect(pages.length).toBeGreaterThan(15);
  expect(pages.filter((page) => !rules.some((rule) => rule.test(page)))).toEqual([]);
});

describe('what visitors say of themselves is not believed', () => {
  const HEADERS = ['x-request-id', 'traceparent', 'tracestate'];

  test('HAProxy and the CDN take off or replace the headers that the shop believes of a proxy', () => {
    const balancer = read('deploy/haproxy.cfg');
    for (const name of HEADERS) {
      expect(balancer).toMatch(new RegExp(`http-request (del|set)-header ${name}\\b`));
      expect(read('deploy/cdn/varnish.vcl')).toContain(`unset req.http.${name};`);
    }
  });

  test('a page that is for the balancer alone is denied however its address is spelt', () => {
    const [, rule = 'none'] =
      /deny_status 404 if \{ path,url_dec -m reg -i (\S+) \}/.exec(read('deploy/haproxy.cfg')) ?? [];
    const isDenied = (path: string) => new RegExp(rule, 'i').test(decodeURIComponent(path));
    for (const path of ['/ready', '/%72eady', '/%72%65%61%64%79', '//ready', '/health', '/heal%74h', '/ready/'])
      expect([path, isDenied(path)]).toEqual([path, true]);
    for (const path of ['/', '/products', '/ready-made', '/product/1/ready'])
      expect([path, isDenied(path)]).toEqual([path, false]);
  });
});

describe('new-secrets.sh', () => {
  const folder = mkdtempSync(join(tmpdir(), 'marigold-lane-secrets-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const checkout = (name: string) => {
    mkdirSync(join(folder, name, 'deploy/tls'), { recursive: true });
    cpSync(join(root, 'deploy/new-secrets.sh'), join(folder, name, 'deploy/new-secrets.sh'));
    writeFileSync(join(folder, name, 'deploy/tls/shop.pem'), 'a certificate of the owner');
    return join(folder, name);
  };
  const make = (at: string) =>
    execFileSync('sh', ['deploy/new-secrets.sh', 'https://shop.example'], { cwd: at, encoding: 'utf8' });
  const written = (at: string) => readFileSync(join(at, '.env'), 'utf8');

  test('writes secrets of its own for each shop, for its owner alone', () => {
    const [one, other] = [checkout('one'), checkout('other')];
    make(one);
    make(other);
    expect(statSync(join(one, '.env')).mode & 0o777).toBe(0o600);
    const [ours, theirs] = [parseEnv(written(one)), parseEnv(written(other))];
    for (const name of ['POSTGRES_PASSWORD', 'JWT_SECRET']) {
      expect(ours[name]).toMatch(/^[A-Za-z0-9]{48}$/);
      expect(ours[name]).not.toBe(theirs[name]);
    }
    const DATABASE_URL = `postgres://shop:${ours.POSTGRES_PASSWORD}@postgres:5432/shop`;
    expect(readConfig({ ...ours, HOST: '0.0.0.0', DEMO: 'true', DATABASE_URL }).publicUrl).toBe('https://shop.example');
    expect(() => readConfig({ ...ours, HOST: '0.0.0.0', DATABASE_URL })).toThrow(/PAYPAL_CLIENT_ID[\s\S]*SMTP_URL/);
  });

  test('never replaces what is there', () => {
    const at = checkout('kept');
    make(at);
    const first = written(at);
    expect(make(at)).toMatch(/left as it is/);
    expect(written(at)).toBe(first);
    expect(readFileSync(join(at, 'deploy/tls/shop.pem'), 'utf8')).toBe('a certificate of the owner');
  });
});

describe('build-image.sh', () => {
  const folder = mkdtempSync(join(tmpdir(), 'marigold-lane-image-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const { version } = JSON.parse(read('package.json'));
  const programs = join(folder, 'programs');
  const checkout = join(folder, 'checkout');
  const git = (...args: string[]) => execFileSync('git', args, { cwd: checkout, encoding: 'utf8' }).trim();
  /** What the image would be labelled, by a buildah that only tells what it is asked for. */
  const build = () => {
    const env = { PATH: `${programs}:${process.env.PATH}` };
    const told = execFileSync('sh', ['deploy/build-image.sh', '--pull'], { cwd: checkout, encoding: 'utf8', env });
    const args = told.trimEnd().split('\n');
    const valuesOf = (flag: string) => args.filter((_, place) => args[place - 1] === flag).map((given) => split(given));
    const values = Object.fromEntries(valuesOf('--build-arg'));
    const written = [...read('Containerfile').matchAll(/^LABEL (\S+)="(.*)"$/gm)].map(([, name = '', value = '']) => [
      name,
      value.replace(/\$\{(\w+)\}/g, (_, arg) => values[arg] ?? 'nothing'),
    ]);
    return { args, labels: Object.fromEntries([...written, ...valuesOf('--label')]) };
  };
  const split = (given: string) => [given.slice(0, given.indexOf('=')), given.slice(given.indexOf('=') + 1)];

  test('labels the image with the version, the commit and where it is from, and no password', () => {
    mkdirSync(programs);
    writeFileSync(join(programs, 'buildah'), '#!/bin/sh\nprintf "%s\\n" "$@"\n');
    chmodSync(join(programs, 'buildah'), 0o755);
    for (const file of ['deploy/build-image.sh', 'package.json', 'Containerfile'])
      cpSync(join(root, file), join(checkout, file));
    git('init', '--quiet');
    git('add', '.');
    git('-c', 'user.name=A', '-c', 'user.email=a@shop.example', 'commit', '--quiet', '--message', 'A commit');
    git('remote', 'add', 'origin', 'https://somebody:secret@code.example/shop.git');
    const { args, labels } = build();
    const ofImage = (name: string) => `org.opencontainers.image.${name}`;
    expect(labels).toEqual({
      [ofImage('title')]: 'Marigold Lane',
      [ofImage('version')]: version,
      [ofImage('revision')]: git('rev-parse', 'HEAD'),
      [ofImage('created')]: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      [ofImage('source')]: 'https://code.example/shop.git',
    });
    expect(args.slice(-2)).toEqual(['--pull', '.']);
  });

  test('says so where the folder is not as the commit is, and names no folder of the machine', () => {
    writeFileSync(join(checkout, 'Containerfile'), 'FROM another');
    git('remote', 'set-url', 'origin', folder);
    const { labels } = build();
    expect(labels['org.opencontainers.image.revision']).toBe(`${git('rev-parse', 'HEAD')}-changed`);
    expect(labels).not.toHaveProperty('org.opencontainers.image.source');
  });
});
