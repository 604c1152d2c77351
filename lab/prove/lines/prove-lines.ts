import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '#server/testing/random.ts';
import { openFirst } from '../agreement.ts';
import { buyUnder } from '../buy-under.ts';
import { type FaultyProxy, openFaultyProxy, type Trouble } from '../faulty-proxy.ts';
import { isWanted, type Line, type Proof, scaled } from '../proof.ts';
import { openTestEnvironment, PORTS, requireOpen, type TestEnvironment } from '../test-environment.ts';

const SECONDS = 60;

const TROUBLES: Record<string, (random: Random) => Trouble> = {
  slow: (random) => ({ delayMs: random.between(50, 1_500) }),
  narrow: (random) => ({ bytesPerSecond: random.between(2_000, 50_000) }),
  'in pieces': (random) => ({ pieces: random.between(1, 40), delayMs: 1 }),
  'cut in mid-answer': (random) => ({ cutAfter: random.between(10, 4_000) }),
  silent: () => ({ silent: true }),
  down: () => ({ down: true }),
  'cut at once': () => ({ reset: true }),
};

type Between = {
  what: string;
  /** Where the provider says it is, if not where it listens: the shop believes certificates from there alone. */
  providerUrl?: string;
  open(env: TestEnvironment): Promise<{ proxy: FaultyProxy; port: number; settings: NodeJS.ProcessEnv }>;
};

const THROUGH_PROXY = `http://127.0.0.1:${PORTS.proxy}`;

const BETWEEN: Between[] = [
  {
    what: 'between shop and database',
    async open(env) {
      const url = new URL(env.database());
      const { searchParams } = url;
      const socket = searchParams.get('host');
      const path = `${socket}/.s.PGSQL.${searchParams.get('port')}`;
      const proxy = await openFaultyProxy(socket ? { path } : { host: url.hostname, port: Number(url.port || 5432) });
      const user = [url.username, url.password].filter(Boolean).join(':');
      const DATABASE_URL = `postgresql://${user}@127.0.0.1:${proxy.port}${url.pathname}?sslmode=disable`;
      return { proxy, port: PORTS.shop, settings: { DATABASE_URL } };
    },
  },
  {
    what: 'between shop and PayPal',
    providerUrl: THROUGH_PROXY,
    async open() {
      const proxy = await openFaultyProxy({ host: '127.0.0.1', port: PORTS.provider }, PORTS.proxy);
      return { proxy, port: PORTS.shop, settings: { PAYPAL_API_BASE: THROUGH_PROXY } };
    },
  },
  {
    what: 'between browser and shop',
    async open() {
      const proxy = await openFaultyProxy({ host: '127.0.0.1', port: PORTS.behind }, PORTS.shop);
      return { proxy, port: PORTS.behind, settings: {} };
    },
  },
];

/** Slows, narrows and cuts the connections on which the shop depends, one at a time, while eight people buy. */
export const lines: Proof = {
  name: 'lines',
  about: 'slows and cuts the connections to the database, to PayPal and to the browser while eight people buy',
  async prove(options, log) {
    const shown: Line[] = [];
    for (const { what, open, providerUrl } of BETWEEN.filter(({ what }) => isWanted(options, what))) {
      await using env = await openTestEnvironment('given', providerUrl);
      await openFirst(env);
      const { proxy: opened, port, settings } = await open(env);
      await using proxy = opened;
      const shop = await requireOpen(env, { port, settings });
      const harm = async (random: Random) => {
        const trouble = random.oneOf(Object.keys(TROUBLES));
        proxy.set(TROUBLES[trouble]?.(random) ?? {});
        await sleep(random.between(1_000, 6_000));
        proxy.set({});
        return `${what}: ${trouble}`;
      };
      const [seconds, seed] = [scaled(options, SECONDS, 20), `${options.seed} ${what}`];
      const line = await buyUnder(env, what, harm, { seconds, seed, pause: [500, 2_000] }, log);
      if (shop.hasEnded()) line.lost.push(`The shop ended.\n${shop.words()}`);
      shown.push(line);
      await shop.kill();
    }
    return { lines: shown };
  },
};
