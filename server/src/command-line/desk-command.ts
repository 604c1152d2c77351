import { userInfo } from 'node:os';
import { createInterface } from 'node:readline/promises';
import type { Desk } from './desk.ts';
import { runDeskCommand } from './run-desk-command.ts';

/** Undefined unless both input and output are a terminal. */
function findPrompt(): Desk['prompt'] {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return undefined;
  return async (question) => {
    const terminal = createInterface({ input: process.stdin, output: process.stdout });
    // The end of input counts as an empty answer, which is not yes.
    const ended = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
    return Promise.race([terminal.question(question), ended]).finally(() => terminal.close());
  };
}

/** Some machines have no name for their user, only a number. */
function nameOfUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? '?'}`;
  }
}

process.exitCode = await runDeskCommand(process.argv.slice(2), {
  env: process.env,
  user: nameOfUser(),
  print: console.log,
  complain: console.error,
  prompt: findPrompt(),
  onOpen(stop) {
    const endEarly = () => void stop().then(() => process.exit(130));
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, endEarly);
  },
});
