import { join } from 'node:path';
import { londonDay } from '#contract/delivery.ts';
import { DESK_COOKIE } from '#contract/staff.ts';
import { fillDay, signInStaff } from '#server/testing/fill-day.ts';
import { makeClient, type Client as Provider } from '../../../paypal-stand-in/testing/test-stand-in.ts';
import { findPort, firstAnswer, startChild } from '../../rig/children.ts';
import { makeDataDir, ROOT, reopenShop, type Shop } from '../../rig/shop.ts';
import { BEHIND_PROXY } from '../visitors.ts';

/** As many as a busy desk has on one day; more are spread over several desks. */
const DESK_ORDERS = 140;

export type PeakShop = AsyncDisposable & {
  shop: Shop;
  provider: Provider;
  desk: { headers: { cookie: string; origin: string }; orders: number[] };
};

/** A shop with a day's sheet at its desk. What stands in for PayPal is a process of its own: its costs are not the shop's. */
export async function openPeakShop(): Promise<PeakShop> {
  await using opening = new AsyncDisposableStack();
  const { dataDir } = opening.use(await makeDataDir());
  const [port, providerPort] = [await findPort(), await findPort()];
  const [url, providerUrl] = [port, providerPort].map((one) => `http://127.0.0.1:${one}`) as [string, string];
  const standIn = opening.use(
    startChild(process.execPath, [join(ROOT, 'paypal-stand-in', 'main.ts')], {
      cwd: ROOT,
      env: {
        PAYPAL_STAND_IN_PORT: String(providerPort),
        PAYPAL_STAND_IN_URL: providerUrl,
        PAYPAL_STAND_IN_DATA: join(dataDir, 'provider'),
        PAYPAL_STAND_IN_WEBHOOK_URL: `${url}/api/payments/paypal/webhook/`,
      },
    }),
  );
  await firstAnswer(standIn, `${providerUrl}/standin/ledger`);
  const settings = {
    ...BEHIND_PROXY,
    PAYPAL_CLIENT_ID: 'stand-in-client',
    PAYPAL_CLIENT_SECRET: 'stand-in-secret',
    PAYPAL_WEBHOOK_ID: 'STANDINWEBHOOK001',
    PAYPAL_API_BASE: providerUrl,
  };
  const shop = opening.use(await reopenShop(dataDir, settings, port));
  const orders = await fillDay(shop.connectionString, { day: londonDay(new Date()), count: DESK_ORDERS });
  const { cookie } = await signInStaff(shop.connectionString, 'Wren Adeyemi', ['owner', 'florist']);
  const provider = await makeClient(providerUrl);
  const all = opening.move();
  return {
    shop,
    provider,
    desk: { headers: { cookie: `${DESK_COOKIE}=${cookie}`, origin: url }, orders },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}
