type Call = { words: string; kind: 'test' | 'group'; from: number; to: number };

const CALL =
  /(?<![\w.$])(?:(test|it)(?:\.(?:concurrent|sequential|fails))*|((?:test\.)?describe(?:\.serial)?))(\.each)?\s*(?=[<(])/g;
const QUOTES = new Set(["'", '"', '`']);

/**
 * The tests that a file holds, as `group › test`, read without running it. A name with `%s` is given as it is written, and
 * what a template fills in as `…`. Tests that are skipped show nothing and are left out.
 */
export function findTests(source: string): string[] {
  const calls = [...listCalls(source)];
  return calls
    .filter(({ kind }) => kind === 'test')
    .map((test) => {
      const groups = calls.filter(({ kind, from, to }) => kind === 'group' && from < test.from && test.to <= to);
      return [...groups, test].map(({ words }) => words).join(' › ');
    });
}

function* listCalls(source: string): Generator<Call> {
  const ignored = listIgnored(source);
  for (const match of source.matchAll(CALL)) {
    if (ignored.some(([from, to]) => match.index >= from && match.index < to)) continue;
    let open = skipTypes(source, match.index + match[0].length);
    if (match[3]) open = source.indexOf('(', findEnd(source, open));
    if (source[open] !== '(') continue;
    const words = readWords(source, open + 1);
    if (words === undefined) continue;
    yield { words, kind: match[1] ? 'test' : 'group', from: match.index, to: findEnd(source, open) };
  }
}

/** Just behind the types in angle brackets that begin here, if any do. */
function skipTypes(source: string, start: number): number {
  if (source[start] !== '<') return start;
  let depth = 0;
  for (let at = start; at < source.length; at += 1) {
    if (source[at] === '<') depth += 1;
    if (source[at] === '>' && source[at - 1] !== '=') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return source.length;
}

/** The text of the literal that begins here, apart from blanks; undefined where none does. */
function readWords(source: string, after: number): string | undefined {
  const at = after + (/^\s*/.exec(source.slice(after))?.[0].length ?? 0);
  if (!QUOTES.has(source[at] ?? '')) return undefined;
  const end = findLiteralEnd(source, at) - 1;
  let words = '';
  for (let place = at + 1; place < end; ) {
    if (source[at] === '`' && source.startsWith('${', place)) {
      words += '…';
      place = findEnd(source, place + 1);
      continue;
    }
    if (source[place] === '\\') place += 1;
    words += source[place];
    place += 1;
  }
  return words;
}

/** Comments and literals: what looks like a call in them is none. */
function listIgnored(source: string): [number, number][] {
  const found: [number, number][] = [];
  for (let at = 0; at < source.length; ) {
    const end = skipIgnored(source, at);
    if (end > at) found.push([at, end]);
    at = Math.max(end, at + 1);
  }
  return found;
}

/** Just behind the bracket or brace that closes the one here. */
function findEnd(source: string, open: number): number {
  const [opening, closing] = source[open] === '{' ? ['{', '}'] : ['(', ')'];
  let depth = 0;
  for (let at = open; at < source.length; ) {
    const end = skipIgnored(source, at);
    if (end > at) {
      at = end;
      continue;
    }
    if (source[at] === opening) depth += 1;
    if (source[at] === closing) depth -= 1;
    at += 1;
    if (depth === 0) return at;
  }
  return source.length;
}

/** Just behind the comment, literal or pattern that begins here; the same place where none does. */
function skipIgnored(source: string, at: number): number {
  if (source.startsWith('//', at)) return endOr(source, source.indexOf('\n', at));
  if (source.startsWith('/*', at)) return endOr(source, source.indexOf('*/', at), 2);
  if (QUOTES.has(source[at] ?? '')) return findLiteralEnd(source, at);
  if (source[at] === '/' && /(?:[=(,:[!&|?{};\n]|=>|return)\s*$/.test(source.slice(Math.max(0, at - 40), at))) {
    const pattern = /^\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/.exec(source.slice(at));
    if (pattern) return at + pattern[0].length;
  }
  return at;
}

const endOr = (source: string, found: number, length = 0) => (found < 0 ? source.length : found + length);

function findLiteralEnd(source: string, start: number): number {
  const quote = source[start];
  for (let at = start + 1; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1;
    else if (source[at] === quote) return at + 1;
    else if (quote === '`' && source.startsWith('${', at)) at = findEnd(source, at + 1) - 1;
  }
  return source.length;
}
