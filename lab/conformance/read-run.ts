import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { JSONReportSuite } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/node';
import { ROOT, type TaggedTest } from './tagged-tests.ts';

type Result = { file: string; title: string; tags: string[]; status: string };

/** Words of both runners; a flaky journey passed when it was tried again. Whatever has another did not run. */
const PASSED = ['passed', 'expected', 'flaky'];
const FAILED = ['failed', 'unexpected'];

/** What the commands of one run left, each in a folder of its own: `test` and then `rest`, or `all`. */
const readReports = <T>(name: string): T[] =>
  globSync(join(ROOT, `build/reports/*/${name}.json`)).map((file): T => JSON.parse(readFileSync(file, 'utf8')));

const listUnits = ({ testResults }: JsonTestResults): Result[] =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((result) => ({ ...result, file: relative(ROOT, name) })),
  );

/** A journey has a result for each screen. */
const listJourneys = ({ suites = [], specs = [] }: Partial<JSONReportSuite>): Result[] => [
  ...specs.flatMap(({ tests, file, title, tags }) =>
    tests.map(({ status }) => ({ file: join('journeys', file), title, tags, status })),
  ),
  ...suites.flatMap(listJourneys),
];

const RESULTS = [
  ...readReports<JsonTestResults>('vitest').flatMap(listUnits),
  ...readReports<JSONReportSuite>('playwright').flatMap(listJourneys),
];

/** Whether a test ran and passed, and failed on no screen. */
export function isShown(test: TaggedTest): boolean {
  const pattern = new RegExp(
    `^${test.title
      .split(/%\w|\$\{.+?\}|\$\w+/)
      .map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
      .join('.+')}$`,
  );
  const isOf = ({ file, title, tags }: Result) =>
    file === test.file && pattern.test(title) && test.tags.every((tag) => tags.includes(tag));
  const statuses = RESULTS.filter(isOf).map(({ status }) => status);
  return statuses.some((status) => PASSED.includes(status)) && !statuses.some((status) => FAILED.includes(status));
}
