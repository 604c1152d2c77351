import { execFileSync } from 'node:child_process';

/** What is lost where a program is not installed, each from the Debian package of its name. */
export function describeMissing(program: string): string | undefined {
  try {
    execFileSync('which', [program], { stdio: 'ignore' });
    return undefined;
  } catch {
    return `${program} is not here: apt-get install ${program}`;
  }
}
