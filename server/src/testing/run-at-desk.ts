import { userInfo } from 'node:os';
import { runDeskCommand } from '#server/command-line/run-desk-command.ts';
import { TEST_SECRET } from './test-shop.ts';

export type Said = { code: number; out: string; err: string };

/** Runs a command of the desk as its program does, with the settings of a shop, but in this process. */
export async function runAtDesk(
  { connectionString }: { connectionString: string },
  words: (string | number)[],
  env: Record<string, string> = {},
  prompt?: (question: string) => Promise<string>,
): Promise<Said> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runDeskCommand(words.map(String), {
    env: {
      DATABASE_URL: connectionString,
      JWT_SECRET: TEST_SECRET,
      PUBLIC_URL: 'https://shop.example',
      ...env,
    },
    user: userInfo().username,
    print: (line) => out.push(line),
    complain: (line) => err.push(line),
    prompt,
  });
  return { code, out: out.join('\n').trim(), err: err.join('\n').trim() };
}
