import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceSections } from '../rig/sections.ts';
import { type Table, toText } from '../rig/table.ts';
import type { ProofResult } from './proof.ts';
import { PROOFS } from './proofs.ts';

const FILE = join(import.meta.dirname, 'RESULTS.md');
const STORED = join(import.meta.dirname, '../..', 'build', 'prove');
/** The most that is reported of one line. */
const MOST_REPORTED = 3;
/** One completed proof: when and where, and its result. */
export type Report = {
  name: string;
  where: 'own database' | 'given database';
  /** A partial run never replaces a whole one. */
  isWhole: boolean;
  run: string;
  seconds: number;
  shown: ProofResult;
};

const countLost = ({ shown }: Report): number => shown.lines.reduce((sum, { lost }) => sum + lost.length, 0);

export const isClean = (reports: Report[]): boolean => reports.every((report) => countLost(report) === 0);

/** Stored beside the build, so that an interrupted run can be resumed. */
export function store(report: Report): void {
  mkdirSync(STORED, { recursive: true });
  const before = readStored().find(({ name, where }) => name === report.name && where === report.where);
  if (before?.isWhole && !report.isWhole) return;
  writeFileSync(join(STORED, `${report.name}, ${report.where}.json`), JSON.stringify(report));
}

export function readStored(): Report[] {
  if (!existsSync(STORED)) return [];
  const reports = readdirSync(STORED).map((file) => JSON.parse(readFileSync(join(STORED, file), 'utf8')) as Report);
  const orderOf = ({ name }: Report) => PROOFS.findIndex((proof) => proof.name === name);
  return reports.toSorted((a, b) => b.where.localeCompare(a.where) || orderOf(a) - orderOf(b));
}

const headingOf = ({ name, where }: Report): string => `${name}, ${where}`;

function toTable(report: Report): Table {
  const lost = countLost(report);
  return {
    title: lost === 0 ? 'Nothing was lost' : `${lost} things were lost or broken`,
    columns: ['What', 'Tried', 'Faults', 'Lost', 'Figures'],
    rows: report.shown.lines.map(({ what, tried, faults, lost, figures = '' }) => {
      const counts = [tried, faults].map((count) => count.toLocaleString('en-GB'));
      return [what, ...counts, String(lost.length), figures];
    }),
  };
}

function toBody(report: Report): string {
  const { run, seconds, shown } = report;
  return [
    `${run} · ${Math.round(seconds / 60)} min`,
    '',
    ...[toTable(report), ...(shown.tables ?? [])].map(toText),
    ...(shown.notes ?? []).flatMap((note) => [note, '']),
    ...shown.lines.flatMap(({ what, lost }) =>
      lost.slice(0, MOST_REPORTED).flatMap((one) => [`Lost, ${what}: ${one}`, '']),
    ),
  ]
    .join('\n')
    .trimEnd();
}

export function print(reports: Report[]): void {
  for (const { name, shown } of reports)
    for (const { what, lost } of shown.lines)
      for (const one of lost.slice(0, 20)) console.error(`LOST ${name}, ${what}: ${one}`);
  for (const report of reports) console.log(`\n## ${headingOf(report)}\n\n${toBody(report)}\n`);
}

/** Of a section that is there already, or of none. */
const isOfWholeRun = (text: string, heading: string): boolean => {
  const [, run] = text.split(`\n## ${heading}\n\n`);
  return run !== undefined && !/ · (scale|only) /.test(run.split('\n', 1)[0] ?? '');
};

/** Puts the reports in place of those of their proofs, and leaves the others. */
export function save(reports: Report[]): void {
  const text = readFileSync(FILE, 'utf8');
  const kept = reports.filter((report) => report.isWhole || !isOfWholeRun(text, headingOf(report)));
  for (const report of reports)
    if (!kept.includes(report)) console.log(`${report.name} was run in part: the table of its whole run stays.`);
  const sections = kept.map((report) => ({ heading: headingOf(report), body: toBody(report) }));
  const orderOf = (heading: string) => PROOFS.findIndex(({ name }) => heading.startsWith(`${name}, `));
  const compare = (left: string, right: string) =>
    right.split(', ')[1]?.localeCompare(left.split(', ')[1] ?? '') || orderOf(left) - orderOf(right);
  writeFileSync(FILE, replaceSections(text, sections, compare));
}
