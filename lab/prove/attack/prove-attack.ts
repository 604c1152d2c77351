import { listOnSale } from '../../rig/customer.ts';
import { type HttpClient, openHttpClient } from '../../rig/http-client.ts';
import { awaitAgreement, countSoldBefore } from '../agreement.ts';
import { describeMissing } from '../describe-missing.ts';
import type { Line, Proof } from '../proof.ts';
import { recordRequests } from '../record-requests.ts';
import {
  type OpenShop,
  openTestEnvironment,
  PORTS,
  requireOpen,
  SHOP,
  type TestEnvironment,
} from '../test-environment.ts';
import { attackDesk } from './attack-desk.ts';
import { compare, watchAccounts } from './attacked-accounts.ts';
import { audit } from './audit.ts';
import { browse } from './browse.ts';
import { findSecrets } from './find-secrets.ts';
import { readSpreadsheets } from './read-spreadsheets.ts';
import { openRecordingProxy } from './recording-proxy.ts';
import { runSlowhttptest } from './run-slowhttptest.ts';
import { runSqlmap } from './run-sqlmap.ts';
import { runWapiti } from './run-wapiti.ts';

/** Public attack tools against the shop; and markup in every text, in a browser. */
export const attack: Proof = {
  name: 'attack',
  about:
    'wapiti, sqlmap, slowhttptest, npm audit, secrets in the repository, the desk, and markup in every text in Chromium',
  async prove(options, log) {
    const lines: Line[] = [];
    const notes: string[] = [];
    const isWanted = (what: string) => what.includes(options.only ?? '');
    const add = (...more: Line[]) => {
      lines.push(...more);
      for (const { what, lost, figures } of more) log(`${what}: ${lost.length} lost; ${figures ?? ''}`);
    };
    if (isWanted('secrets')) add(...(await findSecrets()));
    if (isWanted('audit')) {
      const { line, notes: said } = await audit();
      add(line);
      notes.push(...said);
    }
    await using proxy = await openRecordingProxy();
    await using env = await openTestEnvironment();
    const shop = await requireOpen(env, { port: PORTS.behind });
    await countSoldBefore(env);
    using client = openHttpClient({ origin: SHOP, maxSockets: 4 });
    const recorded = recordRequests();
    using accounts = await watchAccounts(env, client);
    const before = await accounts.look();
    const withTool = async (tool: string, act: () => Promise<Line[]>) => {
      if (!isWanted(tool)) return;
      const missing = describeMissing(tool);
      await accounts.attacker.customer.renew();
      add(...(missing ? [{ what: tool, tried: 0, faults: 0, lost: [missing] }] : await act()));
    };
    await withTool('sqlmap', async () => [await runSqlmap(accounts, proxy, options.scale, log)]);
    await withTool('wapiti', async () => [await runWapiti(accounts, proxy, options, notes, log)]);
    await withTool('slowhttptest', () => runSlowhttptest(env, options.scale));
    if (isWanted('desk')) add(...(await attackDesk(env, client, options.scale)));
    add(await lookAfter(compare(before, await accounts.look()), env, shop, client));
    if (isWanted('markup')) {
      proxy.passThrough();
      add(...(await browse({ env, client, scale: options.scale, log })));
    }
    if (isWanted('formulas in spreadsheets')) add(await readSpreadsheets(env, client));
    recorded.stop();
    // 503 with Retry-After is no failure.
    const failures = recorded.failed.filter((one) => !one.endsWith(': 503'));
    add({ what: 'answers of the 500s', tried: recorded.answers.length, faults: 0, lost: failures });
    return { lines, notes };
  },
};

/** The shop answers, sells what it sold, and its ledger is in order. */
async function lookAfter(changed: string[], env: TestEnvironment, shop: OpenShop, client: HttpClient): Promise<Line> {
  const lost = [...changed];
  const shown = await listOnSale(client).catch(() => []);
  if (shown.length === 0) lost.push('The bouquets were not answered.');
  if (shop.hasEnded()) lost.push(`The shop ended.\n${shop.words()}`);
  const { violations, seconds } = await awaitAgreement(env);
  const figures = `${shown.length} bouquets, the ledgers agree after ${seconds.toFixed(1)} s`;
  lost.push(...violations, ...(await env.deadlocks()));
  return { what: 'the shop afterwards', tried: 1, faults: 0, lost, figures };
}
