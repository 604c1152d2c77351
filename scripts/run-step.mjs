/** One step of preparing a checkout. Imports nothing but Node itself: nothing may be installed yet. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The folder of the checkout. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** Something the reader can mend; its message is all they need. */
export class CannotPrepare extends Error {}

/**
 * Runs a command to its end with the seconds counting beside what it does. Its own words are shown only if it is
 * talkative or fails.
 * @param {string} doing @param {string[]} command @param {{ env: NodeJS.ProcessEnv, isTalkative: boolean }} options
 */
export async function run(doing, [file = '', ...args], { env, isTalkative }) {
  const what = doing.replace(/ \(.*/, '');
  const start = Date.now();
  const seconds = () => Math.round((Date.now() - start) / 1000);
  const isLive = process.stdout.isTTY && !isTalkative;
  process.stdout.write(isLive ? `${doing}…` : `${doing}…\n`);
  const ticking = isLive && setInterval(() => process.stdout.write(`\r${doing}… ${seconds()} s`), 1000);

  const out = isTalkative ? 'inherit' : 'pipe';
  const child = spawn(file, args, {
    cwd: root,
    env,
    stdio: ['ignore', out, out],
    shell: file === 'npm' && process.platform === 'win32',
  });
  let words = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (words += chunk));
  // Ctrl-C reaches the child by itself; a lone SIGTERM does not.
  const pass = () => child.kill('SIGTERM') && process.exit(143);
  process.once('SIGTERM', pass);
  const how = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(code === 0 ? '' : (signal ?? `exit code ${code}`)));
  });
  process.off('SIGTERM', pass);
  if (ticking) clearInterval(ticking);
  if (isLive) process.stdout.write('\r\x1b[K');
  if (how) throw new CannotPrepare(`${words}${what} did not work (${how}).`);
  console.log(`${what}: done in ${seconds()} s.`);
}
