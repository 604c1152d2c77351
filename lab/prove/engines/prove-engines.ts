import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { londonDay } from '#contract/delivery.ts';
import { signInStaff } from '#server/testing/fill-day.ts';
import { runQuery } from '../../rig/run-query.ts';
import { firstBouquet, openShop, type Shop } from '../../rig/shop.ts';
import { cleaningUp } from '../clean-up.ts';
import { describeMissing } from '../describe-missing.ts';
import { isWanted, type Line, type Log, type Proof } from '../proof.ts';
import { openFirefox } from './firefox.ts';
import { JOURNEYS, type Story } from './journeys.ts';
import type { Engine, Size } from './page.ts';
import { createVisitor } from './visitor.ts';
import { openWebKit } from './webkit.ts';

const SIZES: Size[] = [
  { width: 360, height: 780 },
  { width: 1440, height: 900 },
];
/** Programs and the Debian packages that bring them. */
const NEEDED = { 'firefox-esr': 'firefox-esr', WebKitWebDriver: 'webkit2gtk-driver', Xvfb: 'xvfb' };
const ENGINES = { Firefox: openFirefox, WebKit: openWebKit };
/** A report of damage that nobody has written yet is not found. */
const EXPECTED = /\/api\/user\/orders\/\d+\/claim\//;

/** The shop in browsers that are not Chromium: what a customer and a florist do every day. */
export const engines: Proof = {
  name: 'engines',
  about: 'looking, registering, buying, the history, a report of damage and the desk, in Firefox and WebKit',
  ownDatabase: true,
  async prove(options, log) {
    const missing = Object.entries(NEEDED).flatMap(([program, from]) => describeMissing(program, from) ?? []);
    if (missing.length > 0) throw new Error(missing.join('\n'));
    const shop = await openShop();
    const close = cleaningUp(shop.stop);
    const lines: Line[] = [];
    for (const [name, open] of Object.entries(ENGINES)) {
      const wanted = SIZES.filter(({ width }) => isWanted(options, toWords(name, width)));
      if (wanted.length === 0) continue;
      await using engine = await open();
      for (const size of wanted) lines.push(await walk(engine, shop, size, log));
    }
    await close();
    return { lines };
  },
};

const toWords = (name: string, width: number): string => `${name}, ${width} px wide`;

/** All journeys of one person, in a browser that nobody has used before. */
async function walk(engine: Engine, shop: Shop, size: Size, log: Log): Promise<Line> {
  const what = toWords(engine.name, size.width);
  await using visit = await engine.visit(size);
  const visitor = createVisitor(visit.page, shop.url, { name: engine.name, size });
  const lost: string[] = [];
  const story = await prepare(shop, visitor, size);
  const done: string[] = [];
  for (const [name, journey] of Object.entries(JOURNEYS)) {
    try {
      await journey(story);
      done.push(name);
      log(`${what}: ${name}`);
    } catch (error) {
      lost.push(`${name}: ${(error as Error).message}`);
      break;
    }
  }
  lost.push(...visitor.wrong(), ...visit.faults().filter((fault) => !EXPECTED.test(fault)));
  const figures = `${done.join(', ')}; ${visitor.repeated()} presses of a link were repeated`;
  return { what, tried: visitor.checks(), faults: 0, lost, figures };
}

async function prepare(shop: Shop, visitor: Story['visitor'], { width }: Size): Promise<Story> {
  const photo = join(shop.dataDir, 'wilted.jpg');
  const noise = { type: 'gaussian', mean: 120, sigma: 40 } as const;
  const create = { width: 800, height: 600, channels: 3, background: '#a55', noise } as const;
  writeFileSync(photo, await sharp({ create }).jpeg().toBuffer());
  return {
    visitor,
    bouquet: (await firstBouquet(shop)).name,
    photo,
    isPhone: width < 700,
    // The shop's clock cannot be changed, so the order's day is.
    deliverToday: async (order) => {
      const values = [order, londonDay(new Date())];
      await runQuery(shop.connectionString, 'update orders set delivery_date = $2 where id = $1', values);
    },
    staffCookie: (await signInStaff(shop.connectionString, 'Wren Adeyemi', ['owner', 'florist'])).cookie,
  };
}
