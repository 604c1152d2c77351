import type { Result } from 'lighthouse';
import type { SitePage } from './pages/site-map.ts';

const MOST_PLACES = 3;
const MOST_LETTERS = 90;

type Item = Record<string, unknown>;
type Audit = Result['audits'][string];

const auditsOf = (result: Result, category: string): Audit[] =>
  (result.categories[category]?.auditRefs ?? []).flatMap(({ id }) => result.audits[id] ?? []);

const short = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll('|', '/').slice(0, MOST_LETTERS);

/** The first few elements or addresses that an audit is about. */
function placesOf({ details }: Audit): string {
  const items = (details as { items?: Item[] } | undefined)?.items;
  if (!Array.isArray(items)) return '';
  return items.flatMap(placeOf).slice(0, MOST_PLACES).map(short).join(' ; ');
}

function placeOf(item: Item): string[] {
  // Newer audits keep their rows in a list of their own.
  if (Array.isArray(item.items)) return (item.items as Item[]).flatMap(placeOf);
  const node = (item.type === 'node' ? item : (item.node ?? item.element)) as Item | undefined;
  const value = item.url ?? item.source ?? item.description ?? item.label;
  const address = typeof value === 'string' ? value.replace(/^https?:\/\/[^/]+/, '') : undefined;
  const words = [node?.selector ?? node?.snippet, address, bytesOf(item)].filter((word) => typeof word === 'string');
  return words.length > 0 ? [words.join(' ')] : [];
}

function bytesOf(item: Item): string | undefined {
  return typeof item.wastedBytes === 'number' ? `(${Math.round(item.wastedBytes / 1024)} KB)` : undefined;
}

const isMeant = ({ meant = [] }: SitePage, { id }: Audit) => meant.includes(id);

const failures = (result: Result, category: string) =>
  auditsOf(result, category).filter(({ score }) => score !== null && score < 1);

/** Whether a category loses points, and all of them on purpose. */
export function losesOnPurpose(page: SitePage, result: Result, category: string): boolean {
  const failed = failures(result, category);
  return failed.length > 0 && failed.every((audit) => isMeant(page, audit));
}

/** Every audit outside performance that scores less than it could, except where that is intended. */
export function describeFindings(page: SitePage, result: Result): string[][] {
  return ['accessibility', 'best-practices', 'seo'].flatMap((category) =>
    failures(result, category)
      .filter((audit) => !isMeant(page, audit))
      .map((audit) => [
        page.name,
        category,
        `${audit.id}: ${short(audit.title)}`,
        String(audit.score),
        placesOf(audit),
      ]),
  );
}

/** What Lighthouse would change about speed, with the metrics that it believes would gain. */
export function listSavings(path: string, result: Result): string[][] {
  return auditsOf(result, 'performance')
    .filter((audit) => audit.scoreDisplayMode === 'metricSavings' && audit.score !== null && audit.score < 1)
    .map((audit) => [path, audit.id, short(audit.displayValue ?? audit.title), savingsOf(audit), placesOf(audit)]);
}

const savingsOf = ({ metricSavings = {} }: Audit): string =>
  Object.entries(metricSavings)
    .filter(([, value]) => value)
    .map(([metric, value = 0]) => `${metric} ${metric === 'CLS' ? value.toFixed(3) : `${Math.round(value)} ms`}`)
    .join(', ') || '–';
