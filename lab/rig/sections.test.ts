import { expect, test } from 'vitest';
import { replaceSections } from './sections.ts';

const alphabetical = (left: string, right: string) => left.localeCompare(right);

test('a section is put in place of the one of its heading; the others and the first words stay', () => {
  const text = '# Figures\n\nOf yesterday.\n\n## api\n\nold\n\n### part\n\nold too\n\n## memory\n\nkept\n';
  expect(replaceSections(text, [{ heading: 'api', body: 'new\n\n\n\nlines\n' }], alphabetical)).toBe(
    '# Figures\n\nOf yesterday.\n\n## api\n\nnew\n\nlines\n\n## memory\n\nkept\n',
  );
});

test('a new section is put in its order', () => {
  const text = '# Figures\n\n## api\n\none\n\n## memory\n\ntwo\n';
  expect(replaceSections(text, [{ heading: 'growth', body: 'three' }], alphabetical)).toBe(
    '# Figures\n\n## api\n\none\n\n## growth\n\nthree\n\n## memory\n\ntwo\n',
  );
});
