import type { HttpClient } from '../../rig/http-client.ts';
import type { Line } from '../proof.ts';
import { SHOP, type TestEnvironment } from '../test-environment.ts';
import { stealLinks } from './attack-links.ts';
import { attackRuns } from './attack-runs.ts';
import { attackUploads } from './attack-uploads.ts';
import { ask, invite, joinDesk, nextEmail, openBrowser, openDevice } from './desk-browser.ts';
import { reachAbove } from './reach-above.ts';

const { port, hostname } = new URL(SHOP);
/** Other hosts, another scheme, another port and another name of this machine; and none. */
const ORIGINS = [
  undefined,
  'null',
  'https://evil.example',
  `${SHOP}.evil.example`,
  SHOP.replace('http:', 'https:'),
  `http://localhost:${port}`,
  `http://${hostname}:${Number(port) - 1}`,
  `http://${hostname}`,
  `${SHOP}/`,
];
const AT_ONCE = 10;

/** Whoever has the cookie of somebody at the desk, what they signed, or a link of theirs, gets no further with it. */
export async function attackDesk(env: TestEnvironment, client: HttpClient, scale: number): Promise<Line[]> {
  const rounds = Math.max(2, Math.round(10 * scale));
  const owner = await joinDesk(env, client, 'owner');
  return [
    await sendFromElsewhere(client, owner),
    await replay(client, owner, rounds),
    await joinTwice(env, client, rounds),
    await stealLinks(env, client, rounds),
    ...(await attackRuns(env, client)),
    ...(await reachAbove(env, client, scale)),
    await attackUploads(env, client),
  ];
}

type Owner = Awaited<ReturnType<typeof joinDesk>>;

/** Every call of the desk that changes something, with the owner's own cookie, from every page that is not ours. */
async function sendFromElsewhere(client: HttpClient, { browser }: Owner): Promise<Line> {
  const { paths } = JSON.parse((await client.send({ path: '/api/docs/json' })).text) as {
    paths: Record<string, Record<string, unknown>>;
  };
  const writes = Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/desk/'))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => ({ path, method: method.toUpperCase() })))
    .filter(({ method }) => method !== 'GET');
  const lost: string[] = [];
  // The one form that a page is posted with.
  const forms = [{ path: '/desk/sign-out', method: 'POST' }];
  for (const { path, method } of [...writes, ...forms]) {
    for (const origin of ORIGINS) {
      const headers = { cookie: browser.header(), ...(origin !== undefined && { origin }) };
      const { status } = await client.send({ method, path: path.replaceAll(/\{\w+\}/g, '1'), body: {}, headers });
      if (status !== 403) lost.push(`${method} ${path} from ${origin ?? 'nowhere'} was answered ${status}`);
    }
  }
  const { status } = await client.send({ path: '/api/desk/me/', headers: { cookie: browser.header() } });
  if (status !== 200) lost.push('The session of the owner ended.');
  return {
    what: 'desk: writes from other pages',
    tried: (writes.length + forms.length) * ORIGINS.length,
    faults: 0,
    lost,
  };
}

/** What a passkey signed opens one session, in the browser that asked, under a secret that nobody chose. */
async function replay(client: HttpClient, { passkey }: Owner, rounds: number): Promise<Line> {
  const lost: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const [victim, thief] = [openBrowser(client), openBrowser(client)];
    const planted = 'p'.repeat(43);
    victim.cookies.set('desk', planted);
    await ask(thief, '/api/desk/sign-in/options/');
    const used = passkey.use(await ask(victim, '/api/desk/sign-in/options/'));
    const stolen = passkey.use(await ask(victim, '/api/desk/sign-in/options/'));
    const opened = await Promise.all(Array.from({ length: AT_ONCE }, () => victim.post('/api/desk/sign-in/', used)));
    const count = opened.filter(({ status }) => status === 200).length;
    if (count !== 1) lost.push(`What was signed once opened ${count} sessions.`);
    if (victim.cookies.get('desk') === planted) lost.push('A planted cookie became a session.');
    const { status } = await thief.post('/api/desk/sign-in/', stolen);
    if (status === 200) lost.push(`What was signed in another browser opened the desk.`);
  }
  return { what: 'desk: passkeys replayed', tried: rounds * (AT_ONCE + 1), faults: 0, lost };
}

async function joinTwice(env: TestEnvironment, client: HttpClient, rounds: number): Promise<Line> {
  const lost: string[] = [];
  const times = Math.min(rounds, 5);
  for (let round = 0; round < times; round++) {
    const path = `/api/desk/invitations/${await invite(env, 'driver', nextEmail())}`;
    const ready = await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        const browser = openBrowser(client);
        const passkey = openDevice().make(await ask(browser, `${path}/options/`, { name: 'A' }));
        return () => browser.post(`${path}/join/`, { name: 'A', passkey });
      }),
    );
    const joined = (await Promise.all(ready.map((join) => join()))).filter(({ status }) => status === 200).length;
    if (joined !== 1) lost.push(`One invitation let ${joined} in.`);
  }
  return { what: 'desk: invitations used twice', tried: times * AT_ONCE, faults: 0, lost };
}
