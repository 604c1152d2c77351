import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const hook = resolve(import.meta.dirname, '../.githooks/commit-msg');
const folder = mkdtempSync(join(tmpdir(), 'marigold-lane-commit-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What the hook says to a message; nothing if it takes it. */
const refusalOf = (message: string) => {
  const file = join(folder, 'COMMIT_EDITMSG');
  writeFileSync(file, message);
  const { status, stderr } = spawnSync(hook, [file], { encoding: 'utf8' });
  expect(status === 0).toBe(stderr === '');
  return stderr;
};
const BODY = '\n\nThe cause, in a sentence.\n';

test.each([
  ['a subject and a cause', `Count tulips once${BODY}`],
  ['a subject of 72 characters, some of them of several bytes', `${'£'.repeat(70)}—é${BODY}`],
  [
    'a subject under empty lines and comments',
    `\n# Please enter a message\nCount tulips once${BODY}# On branch main\n`,
  ],
  ['what git says of a merge', 'Merge branch with a name so long that the line has more than seventy-two characters'],
  ['what is folded into another commit', 'fixup! Count tulips once\n'],
])('takes %s', (_, message) => {
  expect(refusalOf(message)).toBe('');
});

test.each([
  ['a subject of 73 characters', 'a'.repeat(73) + BODY, 'has 73 characters'],
  ['no body', 'Count tulips once\n', 'why the change is made'],
  ['no body but comments', 'Count tulips once\n\n# On branch main\n', 'why the change is made'],
  [
    'no body but the changes that git shows below its scissors',
    'Count tulips once\n\n# ------------------------ >8 ------------------------\ndiff --git a/tulips b/tulips\n',
    'why the change is made',
  ],
  ['no body but names', 'Count tulips once\n\nCo-authored-by: A <a@shop.example>\n', 'why the change is made'],
  ['a body that git would join to the subject', 'Count tulips once\nThey were counted twice.\n', 'An empty line'],
])('refuses %s', (_, message, words) => {
  expect(refusalOf(message)).toContain(words);
});
