import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT, shopSettings } from '../../rig/shop.ts';
import { PORTS, SETTINGS, type TestEnvironment } from '../test-environment.ts';

const run = promisify(execFile);
const COMMANDS = {
  desk: 'server/src/command-line/desk-command.ts',
  restore: 'server/src/platform/backup/restore-command.ts',
};

type Said = { code: number; words: string };

/** Runs one of the operator's commands as `npm run` does, with the settings of the shop. */
export async function runShopCommand(
  { dataDir, given }: TestEnvironment,
  command: keyof typeof COMMANDS,
  ...args: string[]
): Promise<Said> {
  const env = { ...shopSettings(dataDir, PORTS.shop), ...SETTINGS, ...given };
  try {
    const { stdout } = await run(process.execPath, [join(ROOT, COMMANDS[command]), ...args], { env, cwd: ROOT });
    return { code: 0, words: stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, words: `${stdout}${stderr}` };
  }
}

export async function requireDone(said: Promise<Said>): Promise<string> {
  const { code, words } = await said;
  if (code !== 0) throw new Error(`A command ended with ${code}: ${words}`);
  return words;
}
