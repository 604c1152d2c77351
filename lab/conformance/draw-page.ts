import { DEMANDS, type Demand, PARTS } from './demands.ts';
import { listShowing, type TaggedTest } from './tagged-tests.ts';

const INTRODUCTION = `<!-- biome-ignore-all format: written by a machine, and its tables would be as wide as their longest row -->

# Conformance

What the shop was asked to do, in our own words, and the tests that show it. \`§\` is a section of the specification with the
number of its demand; \`D\` and \`G\` are the decisions that mend its faults and fill its gaps, which win over it.

The demands are in \`lab/conformance/demands.tsv\`, and a test that shows one has its id as a tag. \`npm run conformance\` writes
this page after a whole run, if every test named here ran and passed. A test fails if the page is not what the tags say.

| Part | Demands | Tests |
|---|---|---|
`;

/** The page of what was asked for and how it is shown, as Markdown. */
export function drawPage(): string {
  const summary = [...PARTS, { title: 'All', demands: DEMANDS }].map(
    ({ title, demands }) => `| ${title} | ${demands.length} | ${listShowing(...demands).length} |\n`,
  );
  const parts = PARTS.map(
    ({ title, demands }) =>
      `\n## ${title}\n\n| | Asked for | Shown by |\n|---|---|---|\n${demands.map(drawDemand).join('')}`,
  );
  return [INTRODUCTION, ...summary, ...parts].join('');
}

const drawDemand = (demand: Demand): string =>
  `| ${demand.id} | ${escapeText(demand.text)} | ${listShowing(demand).map(drawTest).join('<br>')} |\n`;

const drawTest = ({ file, title }: TaggedTest): string =>
  `[${file.split('/').at(-1)}](../${file}): ${escapeText(title)}`;

/** Escapes what Markdown or HTML would interpret. */
const escapeText = (text: string): string => text.replaceAll(/[\\|*_`[\]]/g, String.raw`\$&`).replaceAll('<', '&lt;');
