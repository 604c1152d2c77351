import { execFileSync } from 'node:child_process';

/** What is lost where a program is not installed, and from which Debian package it comes: mostly the one of its name. */
export function describeMissing(program: string, from = program): string | undefined {
  try {
    execFileSync('which', [program], { stdio: 'ignore' });
    return undefined;
  } catch {
    return `${program} is not here: apt-get install ${from}`;
  }
}
