import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from '../../rig/shop.ts';
import type { Line } from '../proof.ts';
import { MEANT, SECRETS } from './secrets.ts';

const LONGEST_LINE = 20_000;
const HISTORY_MS = 60_000;

type Found = { where: string; what: string; text: string };

/** Keys, tokens and passwords in any file that the repository holds, or has ever held. */
export async function findSecrets(): Promise<Line[]> {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT }).toString().split('\0').filter(Boolean);
  const now = files.flatMap((file) => searchFile(file));
  const then = await searchHistory();
  const toLine = (what: string, tried: number, found: Found[], figures?: string): Line => ({
    what,
    tried,
    faults: 0,
    lost: [...new Set(found.map(describe))],
    figures,
  });
  const extent = then.isWhole ? 'all of it' : `its last ${then.lines} lines`;
  return [
    toLine('secrets in the files', files.length, now),
    toLine('secrets in the history', then.lines, then.found, extent),
  ];
}

function searchFile(file: string): Found[] {
  try {
    const text = readFileSync(join(ROOT, file), 'latin1');
    return isBinary(text) ? [] : text.split('\n').flatMap((line) => findIn(file, line));
  } catch {
    // Deleted here and not yet in the repository.
    return [];
  }
}

const isBinary = (text: string): boolean => text.slice(0, 8_000).includes('\0');

/** Every line that was ever added, the newest first, for at most a minute. */
async function searchHistory(): Promise<{ lines: number; found: Found[]; isWhole: boolean }> {
  const args = ['log', '--all', '-p', '--unified=0', '--no-color', '--no-ext-diff', '--no-textconv', '--format=%H'];
  const log = spawn('git', args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'] });
  const timer = setTimeout(() => log.kill(), HISTORY_MS);
  let [lines, file] = [0, ''];
  const found: Found[] = [];
  const closed = once(log, 'close');
  for await (const line of createInterface({ input: log.stdout })) {
    if (line.startsWith('+++ b/')) file = line.slice(6);
    else if (line.startsWith('+')) {
      lines++;
      found.push(...findIn(file, line.slice(1)));
    }
  }
  const [code] = (await closed) as [number | null];
  clearTimeout(timer);
  return { lines, found, isWhole: code === 0 };
}

function findIn(file: string, line: string): Found[] {
  if (line.length > LONGEST_LINE) return [];
  return Object.entries(SECRETS).flatMap(([what, pattern]) =>
    [...line.matchAll(pattern)]
      .map(([text]) => ({ where: file, what, text }))
      .filter((one) => !MEANT.some(({ file: allowed, text }) => allowed.test(file) && text.test(one.text))),
  );
}

/** Shortened: a report is no place for a secret either. */
const describe = ({ where, what, text }: Found): string => `${where} holds ${what}: ${text.slice(0, 12)}…`;
