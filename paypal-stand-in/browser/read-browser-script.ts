import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';

/** Files written in TypeScript as one plain script: types, imports and exports are taken off. */
export function readBrowserScript(parts: readonly string[]): string {
  return parts
    .map((part) => withoutTypes(readFileSync(new URL(part, import.meta.url), 'utf8')))
    .map((code) => code.replace(/^import\s[^;]*;$/gm, '').replace(/^export (?=const|function|async)/gm, ''))
    .join('\n');
}

/** Node says once that stripping is experimental; a shop's log is no place for that. */
function withoutTypes(source: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = emitWarning;
  }
}
