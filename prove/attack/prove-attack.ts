import { listOnSale } from '../../bench/customer.ts';
import { type HttpClient, openHttpClient } from '../../bench/http-client.ts';
import { awaitAgreement, promiseNothing } from '../agreement.ts';
import { cleaningUp } from '../clean-up.ts';
import type { Line, Proof } from '../proof.ts';
import { followLog } from '../read-log.ts';
import {
  type OpenShop,
  openTestEnvironment,
  PORTS,
  requireOpen,
  SHOP,
  type TestEnvironment,
} from '../test-environment.ts';
import type { Promised } from '../violations.ts';
import { audit } from './audit.ts';
import { browse } from './browse.ts';
import { comeSlowly } from './come-slowly.ts';
import { openDoor } from './door.ts';
import { findSecrets } from './find-secrets.ts';
import { injectSql } from './inject-sql.ts';
import { compare, setScene } from './scene.ts';
import { searchHoles } from './search-holes.ts';
import { type Tool, whatIsMissing } from './tool.ts';

/** Programs that other people made to break into shops, each let loose on ours; and markup in every text, in a browser. */
export const attack: Proof = {
  name: 'attack',
  about: 'wapiti, sqlmap, slowhttptest, npm audit, secrets in the repository, and markup in every text in Chromium',
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
    const door = await openDoor();
    const leave = cleaningUp(door.close);
    const env = await openTestEnvironment();
    const shop = await requireOpen(env, { port: PORTS.behind });
    const promised = await promiseNothing(env);
    const client = openHttpClient({ origin: SHOP, maxSockets: 4 });
    const heard = followLog();
    const scene = await setScene(env, client);
    const before = await scene.look();
    const withTool = async (tool: Tool, act: () => Promise<Line[]>) => {
      if (!isWanted(tool)) return;
      const missing = whatIsMissing(tool);
      await scene.stranger.customer.renew();
      add(...(missing ? [{ what: tool, tried: 0, faults: 0, lost: [missing] }] : await act()));
    };
    await withTool('sqlmap', async () => [await injectSql(scene, door, options.scale, log)]);
    await withTool('wapiti', async () => [await searchHoles(scene, door, options, notes, log)]);
    await withTool('slowhttptest', () => comeSlowly(env, options.scale));
    add(await lookAfter(compare(before, await scene.look()), { env, shop, client, promised }));
    if (isWanted('markup')) {
      door.stepAside();
      add(...(await browse({ env, client, scale: options.scale, log })));
    }
    scene.leave();
    heard.stop();
    add({ what: 'answers of the 500s', tried: heard.answers.length, faults: 0, lost: listFailures(heard.failed) });
    client.close();
    await env.close();
    await leave();
    return { lines, notes };
  },
};

/** Busy is an answer, and says when to come back; a failure is none. */
const listFailures = (failed: string[]): string[] => failed.filter((one) => !one.endsWith(': 503'));

type After = { env: TestEnvironment; shop: OpenShop; client: HttpClient; promised: Promised };

/** The shop is there, sells what it sold, and its books are in order. */
async function lookAfter(changed: string[], { env, shop, client, promised }: After): Promise<Line> {
  const lost = [...changed];
  const shown = await listOnSale(client).catch(() => []);
  if (shown.length === 0) lost.push('The bouquets were not answered.');
  if (shop.hasEnded()) lost.push(`The shop ended.\n${shop.words()}`);
  const { violations, seconds } = await awaitAgreement(env, promised);
  const figures = `${shown.length} bouquets, the books agree after ${seconds.toFixed(1)} s`;
  return {
    what: 'the shop afterwards',
    tried: 1,
    faults: 0,
    lost: [...lost, ...violations, ...(await env.deadlocks())],
    figures,
  };
}
