#!/usr/bin/env node
/**
 * Makes package-lock.json complete and portable; `--check` only says what is wrong. See docs/decisions/lockfile.md.
 *
 * A registry mirror may lack the packages of other platforms. `npm install` then leaves them out of the lock without a
 * word, and `npm ci` refuses the lock. Naming them is enough: a package of another platform is never downloaded.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @typedef {Record<string, any>} Entry one package as the lock tells it, under its place in node_modules */

const SYSTEMS = 'aix android cygwin darwin freebsd linux netbsd openbsd openharmony sunos win32'.split(' ');
const PROCESSORS = 'arm arm64 ia32 loong64 mips64el ppc64 riscv64 s390x wasm32 x64'.split(' ');

/**
 * The platform a package's name tells, in npm's own order of fields: `x-linux-x64-musl` → cpu x64, libc musl, os linux.
 * @param {string} name
 */
function platformOf(name) {
  const words = name.split(/[/-]/).flatMap((word) => (word === 'linuxmusl' ? ['linux', 'musl'] : [word]));
  const os = words.filter((word) => SYSTEMS.includes(word));
  const cpu = words.filter((word) => PROCESSORS.includes(word));
  const libc = words.includes('musl') ? ['musl'] : words.includes('gnu') ? ['glibc'] : [];
  if (os.length + cpu.length === 0) return undefined;
  return { cpu, libc, os };
}

/** @param {string} folder @param {string} name */
const inside = (folder, name) => `${folder && `${folder}/`}node_modules/${name}`;

/**
 * Where Node finds `name` from the package at `from`, as the lock tells it.
 * @param {Record<string, Entry>} packages @param {string} from @param {string} name
 */
function placeOf(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const place = inside(folder, name);
    if (packages[place] || folder === '') return place;
  }
}

/**
 * The optional packages that some locked package names and the lock does not hold.
 * @param {Record<string, Entry>} packages
 */
function missingFrom(packages) {
  const missing = [];
  for (const [from, entry] of Object.entries(packages)) {
    for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
      const version = range.replace(/^[~^]/, '');
      const place = placeOf(packages, from, name);
      const found = packages[place];
      if (found && (range !== version || found.version === version)) continue;
      missing.push({ name, version, parent: entry, place: found ? inside(from, name) : place });
    }
  }
  return missing;
}

/** @param {{ name: string, version: string, parent: Entry }} missing @returns {Entry} */
function entryFor({ name, version, parent }) {
  const platform = platformOf(name);
  if (!platform || !/^\d+\.\d+\.\d+/.test(version)) {
    throw new Error(
      `${name}@${version} is not in the lock, and its name does not tell its platform. Install it first.`,
    );
  }
  const { cpu, libc, os } = platform;
  return {
    version,
    ...(cpu.length > 0 && { cpu }),
    ...(parent.dev && { dev: true }),
    ...(parent.devOptional && { devOptional: true }),
    ...(libc.length > 0 && { libc }),
    optional: true,
    ...(os.length > 0 && { os }),
  };
}

/**
 * Everything that would stop `npm ci` elsewhere, one line each.
 * @param {Record<string, Entry>} packages
 */
function faultsOf(packages) {
  const faults = missingFrom(packages).map(({ name, version }) => `missing: ${name}@${version}`);
  for (const [place, { funding, license, ...entry }] of Object.entries(packages)) {
    if ('resolved' in entry) faults.push(`resolved: ${place}`);
    else if (JSON.stringify(entry).includes('://')) faults.push(`address: ${place}`);
  }
  return faults;
}

const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies'];

/**
 * `npm ci` notices what the lock lacks of package.json, but not what it holds too much.
 * @param {Entry} ours what the lock believes package.json to say @param {Entry} manifest
 */
function strayFrom(ours, manifest) {
  const named = (/** @type {Entry} */ entry) =>
    KINDS.flatMap((kind) => Object.entries(entry[kind] ?? {}).map(([name, range]) => `${kind} ${name}@${range}`));
  const [locked, wanted] = [named(ours), named(manifest)];
  return [...locked.filter((line) => !wanted.includes(line)), ...wanted.filter((line) => !locked.includes(line))];
}

/**
 * A package added under one parent may be the one another parent lacks, so each is looked up again before it is added.
 * @param {Record<string, Entry>} packages
 */
function complete(packages) {
  for (const entry of Object.values(packages)) delete entry.resolved;
  let added = 0;
  for (let [next] = missingFrom(packages); next; [next] = missingFrom(packages), added++) {
    packages[next.place] = entryFor(next);
  }
  const places = Object.keys(packages).sort((a, b) => a.localeCompare(b, 'en'));
  return { added, packages: Object.fromEntries(places.map((place) => [place, packages[place]])) };
}

const [path = fileURLToPath(new URL('../package-lock.json', import.meta.url))] = process.argv
  .slice(2)
  .filter((word) => word !== '--check');
const lock = JSON.parse(readFileSync(path, 'utf8'));

if (process.argv.includes('--check')) {
  const manifest = join(dirname(path), 'package.json');
  const strays = existsSync(manifest) ? strayFrom(lock.packages[''], JSON.parse(readFileSync(manifest, 'utf8'))) : [];
  const faults = [...strays.map((line) => `not as in package.json: ${line}`), ...faultsOf(lock.packages)];
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) console.error('Run `npm install`, then `npm run lockfile`.');
  process.exitCode = faults.length > 0 ? 1 : 0;
} else {
  const { added, packages } = complete(lock.packages);
  writeFileSync(path, `${JSON.stringify({ ...lock, packages }, null, 2)}\n`);
  console.log(added > 0 ? `Added ${added} packages of other platforms.` : 'The lockfile is complete.');
}
