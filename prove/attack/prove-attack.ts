import type { Product } from '#contract/products.ts';
import { awaitAgreement } from '../agreement.ts';
import { cleaningUp } from '../clean-up.ts';
import { type HttpClient, openHttpClient } from '../http-client.ts';
import { promiseNothing } from '../promised.ts';
import type { Line, Proof } from '../proof.ts';
import { followLog } from '../read-log.ts';
import { type OpenShop, openTestEnvironment, PORTS, requireOpen, type TestEnvironment } from '../test-environment.ts';
import { audit } from './audit.ts';
import { browse } from './browse.ts';
import { comeSlowly } from './come-slowly.ts';
import { openDoor } from './door.ts';
import { findSecrets } from './find-secrets.ts';
import { injectSql } from './inject-sql.ts';
import { compare, setScene } from './scene.ts';
import { searchHoles } from './search-holes.ts';
import { type Tool, whatIsMissing } from './tool.ts';

const PATIENCE_MS = 60_000;

/** Programs that other people made to break into shops, each let loose on ours; and markup in every text, in a browser. */
export const attack: Proof = {
  name: 'attack',
  about: 'wapiti, sqlmap, slowhttptest, npm audit, secrets in the repository, and markup in every text in Chromium',
  async prove(wish, say) {
    const lines: Line[] = [];
    const notes: string[] = [];
    const isWanted = (what: string) => what.includes(wish.only ?? '');
    const add = (...more: Line[]) => {
      lines.push(...more);
      for (const { what, lost, figures } of more) say(`${what}: ${lost.length} lost; ${figures ?? ''}`);
    };
    if (isWanted('secrets')) add(...(await findSecrets()));
    if (isWanted('audit')) {
      const { line, notes: said } = await audit();
      add(line);
      notes.push(...said);
    }
    const door = await openDoor();
    const leave = cleaningUp(door.close);
    const place = await openTestEnvironment();
    const shop = await requireOpen(place, { port: PORTS.behind });
    const [sold] = await place.query<{ sold: number }>('select coalesce(sum(sold), 0)::int as sold from products');
    const asker = openHttpClient({ atOnce: 4, patienceMs: PATIENCE_MS });
    const heard = followLog();
    const scene = await setScene(place, asker);
    const before = await scene.look();
    const withTool = async (tool: Tool, act: () => Promise<Line[]>) => {
      if (!isWanted(tool)) return;
      const missing = whatIsMissing(tool);
      await scene.stranger.member.renew();
      add(...(missing ? [{ what: tool, tried: 0, faults: 0, lost: [missing] }] : await act()));
    };
    await withTool('sqlmap', async () => [await injectSql(scene, door, wish.scale, say)]);
    await withTool('wapiti', async () => [await searchHoles(scene, door, wish, notes, say)]);
    await withTool('slowhttptest', () => comeSlowly(place, wish.scale));
    add(await lookAfter(compare(before, await scene.look()), { place, shop, asker, sold: sold?.sold ?? 0 }));
    if (isWanted('markup')) {
      door.stepAside();
      add(...(await browse({ place, asker, scale: wish.scale, say })));
    }
    scene.leave();
    heard.stop();
    add({ what: 'answers of the 500s', tried: heard.answers.length, faults: 0, lost: listFailures(heard.failed) });
    asker.close();
    await place.close();
    await leave();
    return { lines, notes };
  },
};

/** Busy is an answer, and says when to come back; a failure is none. */
const listFailures = (failed: string[]): string[] => failed.filter((one) => !one.endsWith(': 503'));

type After = { place: TestEnvironment; shop: OpenShop; asker: HttpClient; sold: number };

/** The shop is there, sells what it sold, and its books are in order. */
async function lookAfter(changed: string[], { place, shop, asker, sold }: After): Promise<Line> {
  const lost = [...changed];
  const { status, text } = await asker.ask({ method: 'GET', path: '/api/products/?limit=100' });
  const shown = status === 200 ? (JSON.parse(text) as Product[]) : [];
  if (shown.length === 0) lost.push(`The bouquets were answered ${status}.`);
  if (shop.hasEnded()) lost.push(`The shop ended.\n${shop.words()}`);
  const { violations, seconds } = await awaitAgreement(place, promiseNothing(sold));
  const figures = `${shown.length} bouquets, the books agree after ${seconds.toFixed(1)} s`;
  return {
    what: 'the shop afterwards',
    tried: 1,
    faults: 0,
    lost: [...lost, ...violations, ...(await place.deadlocks())],
    figures,
  };
}
