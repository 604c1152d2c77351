import { readFileSync } from 'node:fs';

/** One thing that was asked for, in our own words. The tests that show it have its id as a tag. */
export type Demand = { id: string; text: string };

/** Everything that was asked for: `# ` opens a part, and every other line has an id, a tab and the demand. */
export const PARTS = readFileSync(new URL('demands.tsv', import.meta.url), 'utf8')
  .split(/^# /m)
  .slice(1)
  .map((part) => {
    const [title = '', ...lines] = part.trimEnd().split('\n');
    return { title, demands: lines.map(toDemand) };
  });

export const DEMANDS = PARTS.flatMap(({ demands }) => demands);

function toDemand(line: string): Demand {
  const [id = '', text = ''] = line.split('\t');
  return { id, text };
}
