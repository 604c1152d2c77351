import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { parseJson } from '../../rig/read-json.ts';
import { ROOT } from '../../rig/shop.ts';
import type { Line } from '../proof.ts';

const PATIENCE_MS = 60_000;
const WHAT = 'npm audit of what the shop runs on';

type Audit = {
  vulnerabilities?: Record<string, { name: string; severity: string; range: string }>;
  metadata?: { dependencies: { prod: number; optional: number } };
};

/** Known vulnerabilities of the packages that the shop runs on. A registry that does not answer is only noted. */
export async function audit(): Promise<{ line: Line; notes: string[] }> {
  const said = await promisify(execFile)('npm', ['audit', '--omit=dev', '--json'], { cwd: ROOT, timeout: PATIENCE_MS })
    // It ends with 1 when it has found something, and still tells what.
    .catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }));
  const { vulnerabilities, metadata } = parseJson<Audit>(said.stdout) ?? {};
  if (!vulnerabilities) {
    const line = { what: WHAT, tried: 0, faults: 0, lost: [], figures: 'not answered by the registry' };
    return { line, notes: [`${WHAT}: the registry at hand did not answer it, so nothing is known.`] };
  }
  const lost = Object.values(vulnerabilities).map(({ name, severity, range }) => `${name} ${range}: ${severity}`);
  return { line: { what: WHAT, tried: metadata?.dependencies.prod ?? 0, faults: 0, lost }, notes: [] };
}
