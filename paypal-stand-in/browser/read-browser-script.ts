import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';

/** Stripping types costs more than all other requests of a browser: done once for each file. */
const scripts = new Map<string, string>();

/** Files written in TypeScript as one plain script: types, imports and exports are stripped. */
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

/** Suppresses Node's warning that stripping is experimental, which would end up in the shop's log. */
function withoutTypes(source: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = emitWarning;
  }
}
