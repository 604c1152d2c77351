import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import * as z from 'zod';

/**
 * A backup is gzipped text: a header in one line of JSON, then for each table a line that names it and its rows as
 * PostgreSQL's COPY writes them, ended by `\.`, and a last line with the number of rows of each table. A file without
 * its last line was cut short and is refused.
 */
export const Header = z.object({
  shop: z.literal('marigold-lane'),
  format: z.literal(1),
  taken_at: z.iso.datetime(),
  /** Hashes of the migrations that made the tables, in order. */
  migrations: z.string().array().min(1),
  sequences: z.object({ table: z.string(), column: z.string(), next: z.int() }).array(),
  /** Signs sessions and seals letters. Absent when JWT_SECRET is set: then the operator has it. */
  secret: z.string().optional(),
});
export type Header = z.infer<typeof Header>;

export const TableLine = z.object({
  table: z.string().regex(/^[a-z_]+$/),
  columns: z
    .string()
    .regex(/^[a-z_]+$/)
    .array(),
});
export type TableLine = z.infer<typeof TableLine>;

export const EndLine = z.object({ end: z.literal(true), rows: z.record(z.string(), z.int()) });
export type EndLine = z.infer<typeof EndLine>;

export const END_OF_TABLE = '\\.';

/** The file is no backup of this shop, or not a whole one. */
export class BadBackup extends Error {}

/** The lines of a backup as bytes. Only `\n` ends a line: people's text may contain every other separator. */
export async function* readLines(file: string): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  try {
    for await (const chunk of createReadStream(file).pipe(createGunzip()) as AsyncIterable<Buffer>) {
      let start = 0;
      for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
        yield Buffer.concat([...rest, chunk.subarray(start, end)]);
        rest = [];
        start = end + 1;
      }
      rest.push(chunk.subarray(start));
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code?.startsWith('Z_') || code === 'ERR_STREAM_PREMATURE_CLOSE')
      throw new BadBackup('The file is damaged, or no backup at all.');
    throw error;
  }
}

export function parseLine<T>(schema: z.ZodType<T>, line: Buffer | undefined, what: string): T {
  try {
    return schema.parse(JSON.parse(line?.toString() ?? ''));
  } catch {
    throw new BadBackup(
      `The file has no ${what} that can be read: it is damaged, cut short, or no backup of this shop.`,
    );
  }
}
