import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';

/** Taking types off costs more than everything else that a browser asks for: done once for each. */
const scripts = new Map<string, string>();

/** Files written in TypeScript as one plain script: types, imports and exports are taken off. */
export function readBrowserScript(parts: readonly string[]): string {
  return parts.map(readPart).join('\n');
}

function readPart(part: string): string {
  const known = scripts.get(part);
  if (known !== undefined) return known;
  const code = withoutTypes(readFileSync(new URL(part, import.meta.url), 'utf8'))
    .replace(/^import\s[^;]*;$/gm, '')
    .replace(/^export (?=const|function|async)/gm, '');
  scripts.set(part, code);
  return code;
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
