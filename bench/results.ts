import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Table, toText } from './table.ts';

const FILE = join(import.meta.dirname, 'RESULTS.md');
const HEADING = `# Figures

Printed by \`npm run bench\`, kept with \`npm run bench -- <kind> --save\`. The machine is shared and noisy: compare
figures within one table, never times between two.
`;

/** A drawing stands beside the tables, as a file of its own. */
export type Report = { kind: string; run: string; tables: Table[]; drawing?: { file: string; svg: string } };

export const toSection = ({ kind, run, tables, drawing }: Report): string =>
  [`## ${kind}`, '', run, '', ...(drawing ? [`![${kind}](${drawing.file})`, ''] : []), ...tables.map(toText)]
    .join('\n')
    .trimEnd();

/** Puts the report in place of the one of its kind, and leaves the others. */
export function save(report: Report): void {
  if (report.drawing) writeFileSync(join(import.meta.dirname, report.drawing.file), report.drawing.svg);
  const text = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '';
  const [, ...sections] = text.split(/^## /m);
  const byKind = new Map(sections.map((section) => [section.split('\n')[0] ?? '', `## ${section.trimEnd()}`]));
  byKind.set(report.kind, toSection(report));
  const inOrder = [...byKind].toSorted(([left], [right]) => left.localeCompare(right)).map(([, section]) => section);
  writeFileSync(FILE, `${[HEADING, ...inOrder].join('\n\n').replaceAll(/\n{3,}/g, '\n\n')}\n`);
}
