import { readFileSync } from 'node:fs';

/** A test by its file and its name; `describe › test` where the name alone stands in the file twice. */
export type NamedTest = { file: string; name: string };

/** One thing that was asked for, in our own words, and the tests that would fail if it were not so. */
export type Demand = { id: string; demand: string; tests: NamedTest[] };

/** A part of what was asked for. Its rows are numbered from one, without a gap, up to `last`. */
export type Part = { title: string; prefix: string; last: number; demands: Demand[] };

/** Everything that was asked for: the nine sections of the specification, and the two tables of decisions on it. */
export const PARTS: readonly Part[] = [
  readPart('1-what-it-is', '1. What the shop is, and for whom', '§1.', 6),
  readPart('2-screens', '2. Screens and routes', '§2.', 37),
  readPart('3-entities', '3. Entities and their fields', '§3.', 9),
  readPart('4-states', '4. States and transitions', '§4.', 19),
  readPart('5-validation', '5. Validation rules', '§5.', 17),
  readPart('6-permissions', '6. Roles and permissions', '§6.', 7),
  readPart('7-calls', '7. The calls', '§7.', 24),
  readPart('8-errors', '8. Error catalogue', '§8.', 29),
  readPart('9-constants', '9. Business constants and limits', '§9.', 18),
  readPart('faults-mended', 'Decisions: faults that are mended', 'D', 19),
  readPart('gaps-filled', 'Decisions: gaps that are filled', 'G', 39),
];

/** A line has an id, the demand and its tests as `file: name`, all separated by tabs. */
function readPart(file: string, title: string, prefix: string, last: number): Part {
  const lines = readFileSync(new URL(`demands/${file}.tsv`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  const demands = lines.map((line): Demand => {
    const [id = '', demand = '', ...tests] = line.split('\t');
    return { id, demand, tests: tests.map(toTest) };
  });
  return { title, prefix, last, demands };
}

function toTest(text: string): NamedTest {
  const [file = '', ...name] = text.split(': ');
  return { file, name: name.join(': ') };
}
