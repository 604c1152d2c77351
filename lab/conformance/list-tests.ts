import { execFile } from 'node:child_process';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import type { Demand, NamedTest } from './parts.ts';

const ROOT = join(import.meta.dirname, '../..');

type Suite = { title: string; file: string; suites?: Suite[]; specs?: Spec[] };
type Spec = { title: string; file: string; tests: { expectedStatus: string }[] };

/** Every test that the two runners would run, as they list it themselves, with its groups: `group › test`. */
async function listTests(): Promise<NamedTest[]> {
  const [unit, journeys] = await Promise.all([
    runJson<{ name: string; file: string }[]>('vitest/vitest.mjs', 'list', '--staticParse', '--json'),
    runJson<{ suites: Suite[] }>('@playwright/test/cli.js', 'test', '--list', '--reporter=json'),
  ]);
  return [
    ...unit.map(({ file, name }) => ({ file: relative(ROOT, file), name: name.replaceAll(' > ', ' › ') })),
    ...journeys.suites.flatMap((suite) => listJourneys(suite, [])),
  ];
}

/** A journey is listed once for each kind of screen, and left out where it is skipped on all. */
const listJourneys = ({ suites = [], specs = [] }: Suite, groups: string[]): NamedTest[] => [
  ...specs
    .filter(({ tests }) => tests.some(({ expectedStatus }) => expectedStatus !== 'skipped'))
    .map(({ file, title }) => ({ file: `journeys/${file}`, name: [...groups, title].join(' › ') })),
  ...suites.flatMap((suite) => listJourneys(suite, [...groups, suite.title])),
];

async function runJson<T>(program: string, ...args: string[]): Promise<T> {
  const command = [join(ROOT, 'node_modules', program), ...args];
  // All of them, also those that a run with this seed leaves out.
  const env = { ...process.env, TEST_SAMPLE: '' };
  const options = { cwd: ROOT, env, maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)(process.execPath, command, options);
  return JSON.parse(stdout) as T;
}

/** What is named and is not there, or not only once; where tests are made in a loop, `…` stands for what differs. */
export async function findWrongNames(demands: Demand[]): Promise<string[]> {
  const listed = Map.groupBy(await listTests(), ({ file }) => file);
  return demands.flatMap(({ id, tests }) =>
    tests.flatMap(({ file, name }) => {
      const pattern = new RegExp(`^(.+ › )?${name.split('…').map(escapePattern).join('.+')}$`);
      const names = new Set(listed.get(file)?.map((test) => test.name));
      const found = [...names].filter((one) => pattern.test(one)).length;
      if (found === 1 || (found > 1 && name.includes('…'))) return [];
      return [`${id}: "${name}" stands ${found} times in ${file}`];
    }),
  );
}

const escapePattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
