import { join } from 'node:path';
import { readJsonFile } from '../../rig/read-json.ts';
import { type Line, type Log, type ProofOptions, scaled } from '../proof.ts';
import { SHOP } from '../test-environment.ts';
import type { AttackedAccounts } from './attacked-accounts.ts';
import { KNOWN_FINDINGS } from './known-findings.ts';
import { countStatuses, type RecordingProxy } from './recording-proxy.ts';
import { run } from './tool.ts';

const CRAWL_S = 40;
const GROUP_S = 60;
const LEAST_S = 20;
/**
 * All its modules but those that fetch lists from elsewhere (nikto, wapp) and the one that only guesses names (buster). In
 * groups: a program that is stopped tells nothing, not even what it has found.
 */
const GROUPS = [
  ['cookieflags', 'crlf', 'csp', 'csrf', 'http_headers', 'htaccess', 'methods', 'redirect', 'shellshock'],
  ['exec', 'file', 'backup', 'brute_login_form'],
  ['sql', 'blindsql', 'ssrf', 'xxe'],
  ['xss', 'permanentxss'],
];

type Finding = { method: string; path: string; info: string; parameter: string | null };
type Kinds = Record<string, Finding[]>;
type Report = { vulnerabilities: Kinds; anomalies: Kinds };

/** Addresses that no page links to, because only scripts request them; the crawler finds all others. */
function listStarts({ attacker: { known } }: AttackedAccounts): string[] {
  const [product, order] = [known.productId?.[0], known.orderId?.[0]];
  return [
    '/api/products/?search=rose&sort=price&limit=5',
    '/api/products/?category=Roses&occasion=birthday',
    `/api/products/${product}/reviews/?limit=5&before=9999`,
    '/product?search=rose&sort=price',
    '/product?category=Roses&occasion=birthday',
    '/login?next=/cart',
    '/register?next=/cart',
    '/account-confirm-email/abc',
    '/password/reset/confirm/MQ/abc-def',
    '/profile?tab=addresses',
    `/history/${order}`,
    '/api/user/profile/',
    '/api/user/orders/?status=C&limit=5&before=9999',
    `/api/user/payments/paypal/status/?order_id=${order}`,
    '/api/docs/',
  ];
}

/** Everything that wapiti can try, on every address that it finds, with a customer's access token. */
export async function runWapiti(
  accounts: AttackedAccounts,
  proxy: RecordingProxy,
  options: ProofOptions,
  notes: string[],
  log: Log,
): Promise<Line> {
  const { customer } = accounts.attacker;
  const [crawl, seconds] = [scaled(options, CRAWL_S, LEAST_S), scaled(options, GROUP_S, LEAST_S)];
  const folder = join(accounts.env.dataDir, 'wapiti');
  const kept = ['--store-session', join(folder, 'session'), '--store-config', join(folder, 'config')];
  const shared = ['-u', `${SHOP}/`, '--scope', 'folder', '-t', '8', '-v', '0', '--no-bugreport', ...kept];
  const wapiti = (limit: number, ...args: string[]) =>
    run('wapiti', [...shared, ...args], limit * 1000, accounts.env.dataDir);
  proxy.addToken(() => customer.tokens().access);
  proxy.takeRecorded();
  const starts = listStarts(accounts).flatMap((path) => ['-s', `${SHOP}${path}`]);
  const found = await wapiti(3 * crawl, '-m', '', '-d', '4', '--max-scan-time', String(crawl), ...starts);
  const pages = Number(/found (\d+) URLs/.exec(found.words)?.[1] ?? 0);
  log(`wapiti: ${pages} addresses and forms`);
  const lost = pages < starts.length / 2 ? [`wapiti found ${pages} addresses.\n${found.words.slice(-1_000)}`] : [];
  const [findings, late] = [new Map<string, string | undefined>(), [] as string[]];
  for (const [number, group] of GROUPS.entries()) {
    const file = join(folder, `report-${number}.json`);
    const each = String(Math.floor((0.8 * seconds) / group.length));
    const report = ['-f', 'json', '-o', file, '--endpoint', `${SHOP}/`, '--max-attack-time', each];
    const { words, isCut } = await wapiti(seconds, '--skip-crawl', '-m', group.join(','), ...report);
    log(`wapiti: ${group.join(', ')}${isCut ? ', stopped' : ''}`);
    for (const { text, why } of isCut ? readWords(words) : listFindings(readJsonFile<Report>(file)))
      findings.set(text, why);
    if (isCut) late.push([...words.matchAll(/Launching module (\w+)/g)].at(-1)?.[1] ?? group.join(', '));
    else if (!readJsonFile(file)) lost.push(`wapiti ended without a report.\n${words.slice(-1_000)}`);
  }
  proxy.addToken(undefined);
  const recorded = proxy.takeRecorded();
  const open = [...findings].filter(([, why]) => !why).map(([text]) => text);
  for (const why of new Set(findings.values())) {
    const [first = ''] = [...findings].find(([, reason]) => reason === why) ?? [];
    if (why) notes.push(`wapiti remarks “${first.split(' at ')[0]}”: ${why}.`);
  }
  const ended = late.length > 0 ? `; stopped in ${late.join(' and ')} when the time was up` : '';
  const figures = `${pages} addresses, ${countStatuses(recorded)}; ${findings.size - open.length} remarks explained${ended}`;
  const all = [...lost, ...open, ...recorded.lost];
  return { what: 'wapiti', tried: recorded.tried, faults: recorded.tried, lost: all, figures };
}

type Explained = { text: string; why: string | undefined };

/** What it found, with the reason why it is no fault, if there is one. */
function listFindings(report: Report | undefined): Explained[] {
  return [report?.vulnerabilities ?? {}, report?.anomalies ?? {}].flatMap((kinds) =>
    Object.entries(kinds).flatMap(([kind, found]) =>
      found.map(({ method, path, info, parameter }) => ({
        text: `${kind}: ${info}${parameter ? ` (${parameter})` : ''} at ${method} ${path}`,
        why: KNOWN_FINDINGS.find((one) => one.kind === kind && one.info.test(info) && one.path.test(path))?.why,
      })),
    ),
  );
}

/** What a stopped run printed as it found it. */
const readWords = (words: string): Explained[] =>
  words
    .split('\n')
    .filter((line) => /vulnerab|injection in|evil request|internal server error/i.test(line))
    .map((text) => ({ text, why: undefined }));
