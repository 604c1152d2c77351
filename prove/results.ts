import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toSection } from '../bench/results.ts';
import { figure, type Table } from '../bench/table.ts';
import type { Tried } from './crash-rounds.ts';

const FILE = join(import.meta.dirname, 'RESULTS.md');
const HEADING = `# Proof

Printed by \`npm run prove -- payments\`, kept with \`--save\`. Each line: how often it was tried, how often the shop was
killed, what became of the orders, the longest wait until the shop's books and the provider's agreed, and how often a rule
of money or orders was broken.
`;

export type Report = { run: string; tried: Tried[]; notes: string[]; violations: string[] };

function toTable({ tried, notes, violations }: Report): Table {
  const rows = tried.map(({ what, times, crashes, ends, seconds, violations: found }) =>
    [what, times, crashes, ends.paid, ends.refunded, ends.free, figure(seconds), found.length].map(String),
  );
  return {
    title: violations.length === 0 ? 'No violations' : `${violations.length} violations`,
    columns: ['What', 'Tried', 'Killed', 'Paid', 'Refunded', 'Not charged', 'Agree after s', 'Violations'],
    rows,
    notes,
  };
}

const toMarkdown = (report: Report) => toSection({ kind: 'payments', run: report.run, tables: [toTable(report)] });

export function print(report: Report): void {
  for (const violation of report.violations) console.error(`VIOLATION ${violation}`);
  console.log(`\n${toMarkdown(report)}\n`);
}

export function save(report: Report): void {
  writeFileSync(FILE, `${HEADING}\n${toMarkdown(report)}\n`);
}
