import { posix } from 'node:path';
import { findImportCycles } from './find-import-cycles.ts';

/** Features in order: each imports only those before it. A folder that is in neither list fails the test. */
const FEATURES = [
  'shop',
  'catalogue',
  'delivery',
  'accounts',
  'staff',
  'addresses',
  'wish-list',
  'promotions',
  'orders',
  'payments',
  'takings',
  'tying',
  'runs',
  'reviews',
  'claims',
  'reminders',
  'customers',
  'desk',
];
/** The folders of `server/src`. What is in none of them, or a feature outside the line, fails the test. */
const AREAS = ['api-document', 'command-line', 'desk', 'features', 'pages', 'platform', 'testing', 'whole-shop'];

type Import = { from: string; typeOnly: boolean };
export type Sources = Map<string, string>;

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

function listImports(path: string, source: string): Import[] {
  return [...source.matchAll(IMPORT)].map(([, type, named, dynamic]) => {
    const from = (named ?? dynamic ?? '').replace(/^#contract\//, 'contract/src/').replace(/^#server\//, 'server/src/');
    const target = from.startsWith('.') ? posix.join(posix.dirname(path), from) : from;
    return { from: target, typeOnly: type !== undefined };
  });
}

const isOurs = (from: string) => /^(contract|server|storefront|journeys|lab|paypal-stand-in|scripts)\//.test(from);
const isOfShopPages = (path: string) => path.startsWith('storefront/app/') && !path.startsWith('storefront/app/desk/');
const areaOf = (path: string) => /^server\/src\/([^/]+)\//.exec(path)?.[1];
/** The desk stands last in the line: it needs several features at once. */
const featureOf = (path: string) => /^server\/src\/(?:features\/([^/]+)|(desk))\//.exec(path)?.slice(1).find(Boolean);

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path) || path.includes('/testing/');

/** Everything in these files that breaks the rules of the architecture, in words. */
export function findViolations(sources: Sources): string[] {
  const found: string[] = [];
  for (const [path, source] of sources) {
    const say = (what: string) => found.push(`${path}: ${what}`);
    const test = isTest(path) || /^(lab|journeys)\//.test(path);
    for (const { from, typeOnly } of listImports(path, source)) {
      if (path.startsWith('contract/') && !test && (isOurs(from) ? !from.startsWith('contract/') : from !== 'zod')) {
        say(`the contract may import zod and itself, not ${from}`);
      }
      if (path.startsWith('storefront/') && isOurs(from) && !/^(storefront|contract)\//.test(from)) {
        say(`the storefront meets the server in the contract alone, not in ${from}`);
      }
      if (path.startsWith('storefront/') && /^contract\/src\/calls[./]/.test(from) && !typeOnly) {
        say(`the browser calls by the types of the calls and carries none of their schemas, so no value of ${from}`);
      }
      if (path.startsWith('server/') && /^(storefront|journeys|lab)\//.test(from)) {
        say(`the server loads the storefront's build, never ${from}`);
      }
      if (path.startsWith('paypal-stand-in/') && isOurs(from) && !from.startsWith('paypal-stand-in/')) {
        say(`the stand-in imports nothing of ours, not ${from}`);
      }
      if (from.includes('/testing/') && !test) say('only tests import from testing/');
      if (
        path.startsWith('storefront/app/ui/') &&
        !test &&
        isOurs(from) &&
        !/^(storefront\/app\/(ui\/|router-patches\/use-back-closes\.)|contract\/)/.test(from)
      ) {
        say(`ui knows nothing of the shop, not ${from}`);
      }
      if (isOfShopPages(path) && from.startsWith('storefront/app/desk/')) {
        say(`the shop's pages carry nothing of the desk, not ${from}`);
      }
      checkFeature(path, from, typeOnly, test, say);
    }
    checkText(path, source, say);
  }
  const graph = new Map(
    [...sources].map(([path, source]) => [path, listImports(path, source).map(({ from }) => from)]),
  );
  for (const cycle of findImportCycles(graph)) found.push(`${cycle.join(' and ')} import each other`);
  return found;
}

function checkFeature(path: string, from: string, typeOnly: boolean, test: boolean, say: (what: string) => void): void {
  const area = areaOf(path);
  if (!area) return;
  if (!AREAS.includes(area)) say(`${area} is no folder of the server`);
  const [own, other] = [featureOf(path), featureOf(from)];
  if (path.startsWith('server/src/platform/http/') && !test && other) say(`http knows nothing of flowers, not ${from}`);
  if (!own) return;
  const position = FEATURES.indexOf(own);
  if (position < 0) say(`${own} has no place in the line of features`);
  else if (other && FEATURES.indexOf(other) > position)
    say(`${own} may not import ${other}, which stands to its right`);
  if (areaOf(from) === 'pages' || /server\/src\/(app|main|open-shop)\.ts$/.test(from))
    if (!test) say(`a feature may not import ${from}`);
  const isRoutes = /[/-]routes\.ts$/.test(path);
  if (isRoutes && from.endsWith('/table.ts')) say('routes call verbs, not tables');
  if (!isRoutes && !test && !typeOnly && from === 'fastify') say('verbs know nothing of HTTP');
}

/** Where the operator of the machine is known, whom nobody asks to sign in. */
const MAY_OPERATE = /^server\/src\/(command-line\/open-desk|features\/staff\/(at-desk|find-colleague))\.ts$/;

const WRITES = /\.(?:insert|update|delete)\(\s*(\w+)\s*\)/g;

function checkText(path: string, source: string, say: (what: string) => void): void {
  if (path.includes('architecture-rules') || path.endsWith('architecture.test.ts')) return;
  if (!path.endsWith('.test.ts')) {
    for (const [, table] of source.matchAll(WRITES)) {
      const named = new RegExp(`import \\{[^}]*\\b${table}\\b[^}]*\\} from '#server/features/([a-z-]+)/.*table\\.ts'`);
      const elsewhere = named.exec(source);
      if (elsewhere) say(`writes ${table}, which belongs to ${elsewhere[1]}`);
    }
  }
  if (/jsonb\(\)\s*\.\$type</.test(source)) say('stored JSON is read by a schema (storedJson), not by a promise');
  // The program of the desk hands its environment to the command that it runs.
  const handed = path === 'server/src/command-line/desk-command.ts' ? source.replace('env: process.env,', '') : source;
  if (
    path.startsWith('server/') &&
    !isTest(path) &&
    !MAY_OPERATE.test(path) &&
    /\boperator:|\btoOperator\(/.test(source)
  ) {
    say('only a command acts as the operator of the machine');
  }
  if (path.startsWith('server/src/command-line/') && /\.listen\(/.test(source)) say('a command listens for nobody');
  const reads = handed.replaceAll(/readConfig\(process\.env[,)]/g, '');
  if (path.startsWith('server/') && !isTest(path) && reads.includes('process.env')) {
    say('config.ts is the only reader of the environment');
  }
  if (
    /^(contract|server|storefront)\//.test(path) &&
    path !== 'contract/src/normalise.ts' &&
    !isTest(path) &&
    /\.normalize\(/.test(source)
  ) {
    say('normalise.ts alone normalises text, after its length is known');
  }
  if (
    /^(contract|server|storefront)\//.test(path) &&
    !/\.test\.tsx?$/.test(path) &&
    !path.includes('/testing/') &&
    /\.DateTimeFormat\(/.test(source)
  ) {
    say('moments.ts alone says when something was, by the clock in London');
  }
  if (path.startsWith('storefront/app/') && !path.startsWith('storefront/app/api/') && /\bfetch\(/.test(source)) {
    say('api/ holds the only fetch');
  }
}
