import { type Browser, chromium } from '@playwright/test';
import { openOutbox } from '#server/testing/servers/open-outbox.ts';
import { requireChromium } from '../../../scripts/chromium.mjs';
import type { HttpClient } from '../../rig/http-client.ts';
import type { Line, Log } from '../proof.ts';
import type { TestEnvironment } from '../test-environment.ts';
import { PAYLOADS } from './payloads.ts';
import { type Planted, plant } from './plant.ts';
import { plantCatalogue } from './plant-catalogue.ts';
import { plantAtDesk, showAtDesk } from './show-at-desk.ts';
import { type SentLetter, showPlanted, signIn } from './show-planted.ts';
import { tryEachWay } from './try-policy.ts';

const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'];
/** One of each kind: public, with a form, the till, private, and those that are not the storefront's own. */
const PAGES = ['/', '/product', '/login', '/cart', '/profile', '/api/docs/', '/pretended-paypal/checkoutnow'];

type Visit = { env: TestEnvironment; client: HttpClient; scale: number; log: Log };

/** Markup in every text: it stays text without any policy, and the policy blocks what would run. */
export async function browse({ env, client, scale, log }: Visit): Promise<Line[]> {
  await using browser = await chromium.launch({ executablePath: await requireChromium(), args: ARGS });
  await using opened = new AsyncDisposableStack();
  const outbox = opened.adopt(await openOutbox(env.dataDir), ({ close }) => close());
  const payloads = Object.values(PAYLOADS).slice(0, Math.max(2, Math.round(Object.keys(PAYLOADS).length * scale)));
  const products = await plantCatalogue(env, payloads);
  const planted: Planted[] = [];
  for (const [number, words] of payloads.entries()) {
    planted.push(await plant(env, client, words, products[number] as number));
  }
  log(`${planted.length} people have planted markup in every field`);
  const show = (what: string, some: Planted[], bypassCSP: boolean) =>
    showAll(browser, env, some, { what, bypassCSP, outbox: outbox.link }, log);
  const pages = [...PAGES, outbox.link].slice(0, Math.max(2, Math.round((PAGES.length + 1) * scale)));
  return [
    await show('planted markup, without any policy', planted, true),
    await show('planted markup', planted.slice(0, scale < 1 ? 1 : 2), false),
    await showAllAtDesk(browser, env, client, planted, log),
    ...(await tryPolicy(browser, planted[0] as Planted, pages)),
  ];
}

type How = { what: string; bypassCSP: boolean; outbox: string };

async function showAll(
  browser: Browser,
  env: TestEnvironment,
  all: Planted[],
  { what, bypassCSP, outbox }: How,
  log: Log,
): Promise<Line> {
  const lost: string[] = [];
  let tried = 0;
  for (const planted of all) {
    const letters = await env.query<SentLetter>(
      'select letters.id, kind from letters join users on users.id = user_id where email = $1 and sent_at is not null',
      [planted.email],
    );
    await using context = await browser.newContext({ bypassCSP, locale: 'en-GB' });
    const seen = await showPlanted(context, planted, { outbox, letters });
    tried += seen.opened;
    lost.push(...seen.lost);
    log(`${what}: ${planted.words} on ${seen.opened} pages, ${seen.lost.length} wrong`);
  }
  return { what, tried, faults: tried, lost, figures: `${all.length} kinds of markup` };
}

/** The same words on the pages of the desk, and what staff wrote, without any policy. */
async function showAllAtDesk(
  browser: Browser,
  env: TestEnvironment,
  client: HttpClient,
  all: Planted[],
  log: Log,
): Promise<Line> {
  const lost: string[] = [];
  let tried = 0;
  for (const planted of all) {
    const cookie = await plantAtDesk(env, client, planted);
    await using context = await browser.newContext({ bypassCSP: true, locale: 'en-GB' });
    const seen = await showAtDesk(context, env, planted, cookie);
    tried += seen.opened;
    lost.push(...seen.lost);
    log(`planted markup, at the desk: ${planted.words} on ${seen.opened} pages, ${seen.lost.length} wrong`);
    for (const one of seen.lost) log(one);
  }
  return { what: 'planted markup, at the desk', tried, faults: tried, lost, figures: `${all.length} kinds of markup` };
}

/** The policy blocks and reports everything; without it everything works, or the attempts would prove nothing. */
async function tryPolicy(browser: Browser, { tokens }: Planted, paths: string[]): Promise<Line[]> {
  await using guarded = await browser.newContext({ locale: 'en-GB' });
  await signIn(await guarded.newPage(), tokens);
  const blocked = await tryEachWay(guarded, paths);
  await using open = await browser.newContext({ locale: 'en-GB', bypassCSP: true });
  await signIn(await open.newPage(), tokens);
  const control = await tryEachWay(open, paths.slice(0, 1));
  const lost = blocked.flatMap(({ what, ran, asked, directives, isNamed }) => {
    if (ran) return [`${what} ran`];
    if (asked.length > 0) return [`${what} reached another site: ${asked.join(', ')}`];
    return isNamed ? [] : [`${what} was not refused by the policy, but only by ${directives.join(', ') || 'nobody'}`];
  });
  const idle = control.filter(({ ran, asked }) => !ran && asked.length === 0).map(({ what }) => `${what} did nothing`);
  return [
    { what: 'the policy', tried: blocked.length, faults: blocked.length, lost, figures: `${paths.length} pages` },
    { what: 'the same without it, to see that it can fail', tried: control.length, faults: 0, lost: idle },
  ];
}
