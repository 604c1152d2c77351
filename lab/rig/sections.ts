/**
 * Puts sections of Markdown in place of those with the same heading, and leaves the others, and the words before the
 * first of them, as they are.
 */
export function replaceSections(
  text: string,
  sections: { heading: string; body: string }[],
  compare: (left: string, right: string) => number,
): string {
  const [before = '', ...older] = text.split(/^## /m);
  const byHeading = new Map(older.map((section) => [section.split('\n')[0] ?? '', `## ${section.trimEnd()}`]));
  for (const { heading, body } of sections) byHeading.set(heading, `## ${heading}\n\n${body.trimEnd()}`);
  const inOrder = [...byHeading].toSorted(([left], [right]) => compare(left, right)).map(([, section]) => section);
  return `${[before.trimEnd(), ...inOrder].join('\n\n').replaceAll(/\n{3,}/g, '\n\n')}\n`;
}
