import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { ROOT, shopSettings } from '../../rig/shop.ts';
import { PORTS, type TestEnvironment } from '../test-environment.ts';

/** Every column of the spreadsheet that holds words, with how long they may be. */
const COLUMNS = {
  name: 80,
  category: 40,
  desc: 160,
  description: 2000,
  size: 80,
  presentation: 160,
  care: 500,
  alt_1: 200,
};

/** Stocks the shop with bouquets whose every word is markup, from a spreadsheet as the florist does. Gives their ids. */
export async function plantCatalogue(env: TestEnvironment, payloads: string[]): Promise<number[]> {
  const file = join(env.dataDir, `planted-${Date.now()}.csv`);
  await command(env, 'export', file);
  const rows = parse(readFileSync(file), { columns: true, bom: true }) as Record<string, string>[];
  const planted = rows.map((row, number) => {
    const words = payloads[number];
    if (words === undefined) return row;
    const texts = Object.entries(COLUMNS).map(([column, longest]) => [column, words.slice(0, longest)]);
    // Semicolons part what is in one cell.
    const entry = words.replaceAll(';', '').slice(0, 40);
    return { ...row, ...Object.fromEntries(texts), occasions: entry, stems: `5 × ${entry}`, status: 'on_sale' };
  });
  writeFileSync(file, stringify(planted, { header: true, quoted: true }));
  await command(env, 'import', file);
  const codes = planted.slice(0, payloads.length).map((row) => row.item_code);
  const found = await env.query<{ id: number; item_code: string }>('select id, item_code from products');
  return codes.map((code) => found.find((one) => one.item_code === code)?.id ?? 0);
}

async function command(env: TestEnvironment, verb: 'import' | 'export', file: string): Promise<void> {
  const program = join(ROOT, 'server/src/command-line/catalogue-command.ts');
  await promisify(execFile)(process.execPath, [program, verb, file], {
    cwd: ROOT,
    env: { ...shopSettings(env.dataDir, PORTS.behind), ...env.given },
  });
}
