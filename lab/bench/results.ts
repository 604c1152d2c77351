import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceSections } from '../rig/sections.ts';
import { type Table, toText } from '../rig/table.ts';

const FILE = join(import.meta.dirname, 'RESULTS.md');

/** A drawing stands beside the tables, as a file of its own. */
export type Report = { kind: string; run: string; tables: Table[]; drawing?: { file: string; svg: string } };

const toBody = ({ kind, run, tables, drawing }: Report): string =>
  [run, '', ...(drawing ? [`![${kind}](${drawing.file})`, ''] : []), ...tables.map(toText)].join('\n').trimEnd();

export const toSection = (report: Report): string => `## ${report.kind}\n\n${toBody(report)}`;

/** Puts the report in place of the one of its kind, and leaves the others. */
export function save(report: Report): void {
  if (report.drawing) writeFileSync(join(import.meta.dirname, report.drawing.file), report.drawing.svg);
  const section = { heading: report.kind, body: toBody(report) };
  writeFileSync(
    FILE,
    replaceSections(readFileSync(FILE, 'utf8'), [section], (left, right) => left.localeCompare(right)),
  );
}
