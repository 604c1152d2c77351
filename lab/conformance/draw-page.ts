import type { Demand, NamedTest, Part } from './parts.ts';

const INTRODUCTION = `<!-- biome-ignore-all format: written by a machine, and its tables would be as wide as their longest row -->

# Conformance

What the shop was asked to do, in our own words, and the tests that show it. \`§\` is a section of the specification with the
number of its demand; \`D\` and \`G\` are the decisions that mend its faults and fill its gaps, which win over it.

This page is made from \`lab/conformance/demands/\` by \`npm run conformance\`. A test reads every file named here and fails if a
name is no longer in it, if a number is missing, or if this page was changed by hand.
`;

/** The page of what was asked for and how it is shown, as Markdown. */
export function drawPage(parts: readonly Part[]): string {
  const rows = parts.map(({ title, demands }) => `| ${title} | ${demands.length} | ${countTests(demands)} |`);
  const summary = [
    '| Part | Demands | Tests |',
    '|---|---|---|',
    ...rows,
    `| All | ${parts.flatMap(({ demands }) => demands).length} | ${countTests(parts.flatMap(({ demands }) => demands))} |`,
  ];
  return [INTRODUCTION, summary.join('\n'), ...parts.map(drawPart)].join('\n').concat('\n');
}

const countTests = (demands: readonly Demand[]): number =>
  new Set(demands.flatMap(({ tests }) => tests.map(({ file, name }) => `${file} ${name}`))).size;

function drawPart({ title, demands }: Part): string {
  const rows = demands.map(
    ({ id, demand, tests }) => `| ${id} | ${escapeText(demand)} | ${tests.map(drawTest).join('<br>')} |`,
  );
  return [`\n## ${title}\n`, '| | Asked for | Shown by |', '|---|---|---|', ...rows].join('\n');
}

const drawTest = ({ file, name }: NamedTest): string => `[${file.split('/').at(-1)}](../${file}): ${escapeText(name)}`;

/** Escapes what Markdown or HTML would interpret. */
const escapeText = (text: string): string => text.replaceAll(/[\\|*_`[\]]/g, String.raw`\$&`).replaceAll('<', '&lt;');
