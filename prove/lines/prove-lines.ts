import { setTimeout as sleep } from 'node:timers/promises';
import { buyUnder } from '../buy-under.ts';
import { cleaningUp } from '../clean-up.ts';
import { openFaultyProxy, type Trouble, type FaultyProxy as Wire } from '../faulty-proxy.ts';
import { type Line, type Proof, scaled } from '../proof.ts';
import type { Random } from '../random.ts';
import { openFirst, openTestEnvironment, PORTS, requireOpen, type TestEnvironment } from '../test-environment.ts';
import { toLine } from '../trade-line.ts';

const SECONDS = 60;

const TROUBLES: Record<string, (dice: Random) => Trouble> = {
  slow: (dice) => ({ delayMs: dice.between(50, 1_500) }),
  narrow: (dice) => ({ bytesPerSecond: dice.between(2_000, 50_000) }),
  'in pieces': (dice) => ({ pieces: dice.between(1, 40), delayMs: 1 }),
  'cut in mid-answer': (dice) => ({ cutAfter: dice.between(10, 4_000) }),
  silent: () => ({ silent: true }),
  down: () => ({ down: true }),
  'cut at once': () => ({ reset: true }),
};

type Between = {
  what: string;
  open(place: TestEnvironment): Promise<{ wire: Wire; port: number; settings: NodeJS.ProcessEnv }>;
};

const BETWEEN: Between[] = [
  {
    what: 'between shop and database',
    async open(place) {
      const url = new URL(place.database());
      const { searchParams } = url;
      const socket = searchParams.get('host');
      const path = `${socket}/.s.PGSQL.${searchParams.get('port')}`;
      const wire = await openFaultyProxy(socket ? { path } : { host: url.hostname, port: Number(url.port || 5432) });
      const who = [url.username, url.password].filter(Boolean).join(':');
      const DATABASE_URL = `postgresql://${who}@127.0.0.1:${wire.port}${url.pathname}?sslmode=disable`;
      return { wire, port: PORTS.shop, settings: { DATABASE_URL } };
    },
  },
  {
    what: 'between shop and PayPal',
    async open() {
      const wire = await openFaultyProxy({ host: '127.0.0.1', port: PORTS.provider });
      return { wire, port: PORTS.shop, settings: { PAYPAL_API_BASE: `http://127.0.0.1:${wire.port}` } };
    },
  },
  {
    what: 'between browser and shop',
    async open() {
      const wire = await openFaultyProxy({ host: '127.0.0.1', port: PORTS.behind }, PORTS.shop);
      return { wire, port: PORTS.behind, settings: {} };
    },
  },
];

/** Slows, narrows and cuts the lines on which the shop depends, one place at a time, while eight people buy. */
export const lines: Proof = {
  name: 'lines',
  about: 'slows and cuts the lines to the database, to PayPal and to the browser while eight people buy',
  async prove(wish, say) {
    const shown: Line[] = [];
    for (const { what, open } of BETWEEN.filter(({ what }) => what.includes(wish.only ?? ''))) {
      const place = await openTestEnvironment('given');
      const promised = await openFirst(place);
      const { wire, port, settings } = await open(place);
      const put = cleaningUp(wire.close);
      const shop = await requireOpen(place, { port, settings });
      const harm = async (dice: Random) => {
        const trouble = dice.oneOf(Object.keys(TROUBLES));
        wire.set(TROUBLES[trouble]?.(dice) ?? {});
        await sleep(dice.between(1_000, 6_000));
        wire.set({});
        return `${what}: ${trouble}`;
      };
      const options = {
        seconds: scaled(wish, SECONDS, 20),
        seed: `${wish.seed} ${what}`,
        pause: [500, 2_000] as [number, number],
      };
      const trade = await buyUnder(place, harm, options, promised, say);
      const line = toLine(what, trade);
      if (shop.hasEnded()) line.lost.push(`The shop ended.\n${shop.words()}`);
      shown.push(line);
      await shop.kill();
      await put();
      await place.close();
    }
    return { lines: shown };
  },
};
