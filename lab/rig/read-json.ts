import { existsSync, readFileSync } from 'node:fs';

export function parseJson<T>(text: string): T | undefined {
  try {
    return JSON.parse(text) as T;
  } catch {
    return undefined;
  }
}

/** Undefined where there is no such file, or no JSON in it. */
export function readJsonFile<T>(file: string): T | undefined {
  return existsSync(file) ? parseJson<T>(readFileSync(file, 'utf8')) : undefined;
}
