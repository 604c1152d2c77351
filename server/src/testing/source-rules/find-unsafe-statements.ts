import type { Migration } from '#server/platform/database/migrate/read-migrations.ts';

/** `-- safe: reason`, `-- contracts 0041: reason` or `-- closes the shop: reason`, each before its statement. */
const MARKED = /^-- (?:safe|contracts \d{4}|closes the shop): \S+/m;

type Rule = { finds: RegExp; why: string; unlessNewTable?: true };

/** What a shop of the version before would not survive, or what would make its customers wait. */
const RULES: Rule[] = [
  {
    finds: /create (?:unique )?index (?!concurrently)(?:if not exists )?\S+ on (?:only )?(\S+)/i,
    why: 'builds an index under a lock: nobody can write to the table meanwhile; say concurrently',
    unlessNewTable: true,
  },
  { finds: /\bdrop index (?!concurrently)/i, why: 'drops an index under a lock; say concurrently' },
  {
    finds: /alter table (?:if exists )?(?:only )?(\S+)[^;]*\balter (?:column )?\S+ (?:set data )?type\b/i,
    why: 'changes the type of a column: the table is rewritten, and earlier shops write the old type',
    unlessNewTable: true,
  },
  { finds: /\bdrop column\b/i, why: 'drops a column that earlier shops name in every statement' },
  { finds: /\bdrop table\b/i, why: 'drops a table that earlier shops use' },
  {
    finds: /\balter (?:table|type|function)\b[^;]*\brename\b/i,
    why: 'renames what earlier shops know by its old name',
  },
  {
    finds:
      /alter table (?:if exists )?(?:only )?(\S+)[^;]*\badd column (?!.*\bdefault\b)(?!.*\bgenerated\b)[^;,]*\bnot null\b/i,
    why: 'adds a column that must be filled: earlier shops do not know it; give it a default',
    unlessNewTable: true,
  },
  {
    finds:
      /alter table (?:if exists )?(?:only )?(\S+)[^;]*\badd column [^;,]*\bdefault (?:gen_random_uuid|random|clock_timestamp|nextval)\b/i,
    why: 'adds a column whose default differs from row to row: the table is rewritten under a lock',
    unlessNewTable: true,
  },
  {
    finds: /alter table (?:if exists )?(?:only )?(\S+)[^;]*\bset not null\b/i,
    why: 'reads the whole table under a lock, and earlier shops may leave the column empty',
    unlessNewTable: true,
  },
  {
    finds: /alter table (?:if exists )?(?:only )?(\S+) add constraint (?![^;]*\b(?:not valid|using index)\b)/i,
    why: 'reads the whole table under a lock; add it as not valid and validate it in a migration of its own',
    unlessNewTable: true,
  },
  {
    finds: /(?:^|;)\s*(?:update|delete from) (?:only )?(\S+)/im,
    why: 'changes rows and holds their locks until the end; do it in batches, by a job',
    unlessNewTable: true,
  },
];

/** What of a migration is not safe beside an open shop of the version before, and has no mark that says why it is done. */
export function findUnsafeStatements({
  statements,
  isOutsideTransaction,
}: Pick<Migration, 'statements' | 'isOutsideTransaction'>): string[] {
  const created = new Set(
    statements.flatMap((text) =>
      [...text.matchAll(/create table (?:if not exists )?(\S+)/gi)].map(([, name = '']) => bare(name)),
    ),
  );
  const found = statements.flatMap((text) => {
    if (MARKED.test(text)) return [];
    const code = stripCode(text);
    return RULES.flatMap(({ finds, why, unlessNewTable }) => {
      const [match, table] = finds.exec(code) ?? [];
      return match === undefined || (unlessNewTable && table && created.has(bare(table))) ? [] : [why];
    });
  });
  return isOutsideTransaction ? [...found, ...findUnrepeatable(statements)] : found;
}

const bare = (name: string): string =>
  name
    .replaceAll('"', '')
    .replace(/^public\./, '')
    .replace(/\(.*/, '')
    .toLowerCase();

/** Without comments and bodies of functions, which change nothing when they are made. */
const stripCode = (text: string): string => text.replaceAll(/--.*$/gm, '').replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''");

/** What is killed halfway is begun again, and an index that was being built is left behind, never to be used. */
function findUnrepeatable(statements: string[]): string[] {
  return statements.map(stripCode).flatMap((code, index) => {
    const [, name] = /^\s*create (?:unique )?index concurrently (\S+)/i.exec(code) ?? [];
    const dropsFirst = (dropped: string | undefined) =>
      new RegExp(`^\\s*drop index concurrently if exists ${name};?\\s*$`, 'i').test(dropped ?? '');
    if (name)
      return dropsFirst(stripCode(statements[index - 1] ?? '')) ? [] : [`cannot be begun again: drop ${name} first`];
    return /^\s*drop index concurrently if exists \S+;?\s*$/i.test(code)
      ? []
      : ['does more than build indexes outside a transaction'];
  });
}
