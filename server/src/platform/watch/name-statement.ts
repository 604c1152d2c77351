const LITERAL = /'(?:[^']|'')*'/g;
const VERB = /\b(select|insert|update|delete|begin|commit|rollback|listen|notify|set|lock)\b/i;
const TABLE = /\b(?:from|into|update|join)\s+(?:only\s+)?("?[a-z_]\w*"?(?:\."?[a-z_]\w*"?)?)/i;

/** A statement as a trace names it, such as `select orders`: what is done and to which table, and never a value. */
export function nameStatement(text: string): string {
  const plain = text.replaceAll(LITERAL, "''");
  const verb = VERB.exec(plain)?.[1]?.toLowerCase() ?? 'statement';
  const table = TABLE.exec(plain)?.[1]?.replaceAll('"', '');
  return table ? `${verb} ${table}` : verb;
}
