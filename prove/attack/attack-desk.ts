import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PasskeyOptions } from '#contract/staff.ts';
import { createPasskey } from '#server/testing/passkey.ts';
import type { HttpClient, Reply } from '../../bench/http-client.ts';
import { ROOT } from '../../bench/shop.ts';
import type { Line } from '../proof.ts';
import { SHOP, type TestEnvironment } from '../test-environment.ts';

const ORIGINS = [undefined, 'null', 'https://evil.example', `${SHOP}.evil.example`, SHOP.replace('http:', 'https:')];
const AT_ONCE = 10;

/** Whoever has the cookie of somebody at the desk, what they signed, or a link of theirs, gets no further with it. */
export async function attackDesk(env: TestEnvironment, client: HttpClient, scale: number): Promise<Line[]> {
  const rounds = Math.max(2, Math.round(10 * scale));
  const owner = await joinDesk(env, client, 'owner');
  return [
    await sendFromElsewhere(client, owner),
    await replay(client, owner, rounds),
    await joinTwice(env, client, rounds),
  ];
}

type Browser = ReturnType<typeof openBrowser>;

/** Keeps cookies as a browser does. */
function openBrowser(client: HttpClient) {
  const cookies = new Map<string, string>();
  const header = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return {
    cookies,
    header,
    async post(path: string, body: unknown = {}): Promise<Reply> {
      const reply = await client.send({ path, body, headers: { origin: SHOP, cookie: header() } });
      for (const cookie of reply.headers['set-cookie'] ?? []) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        cookies.set(name, value);
      }
      return reply;
    },
  };
}

const ask = async (browser: Browser, path: string, body = {}): Promise<PasskeyOptions> =>
  JSON.parse((await browser.post(path, body)).text);

let invited = 0;

async function invite({ dataDir, given }: TestEnvironment, role: string): Promise<string> {
  const email = `attacked${++invited}@shop.example`;
  const args = [join(ROOT, 'server/src/desk/desk-command.ts'), 'staff', 'invite', email, '--name', 'A', '--role', role];
  const settings = { ...process.env, DATA_DIR: dataDir, PUBLIC_URL: SHOP, ...given };
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: settings });
  return stdout.trim().split('/').at(-1) ?? '';
}

const openDevice = () => createPasskey({ origin: SHOP, rpId: new URL(SHOP).hostname });

async function joinDesk(env: TestEnvironment, client: HttpClient, role: string) {
  const path = `/api/desk/invitations/${await invite(env, role)}`;
  const [browser, passkey] = [openBrowser(client), openDevice()];
  const made = passkey.make(await ask(browser, `${path}/options/`, { name: 'A' }));
  const { status, text } = await browser.post(`${path}/join/`, { name: 'A', passkey: made });
  if (status !== 200) throw new Error(`Joining the desk was answered ${status}: ${text}`);
  return { browser, passkey };
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
  for (const { path, method } of writes) {
    for (const origin of ORIGINS) {
      const headers = { cookie: browser.header(), ...(origin !== undefined && { origin }) };
      const { status } = await client.send({ method, path: path.replaceAll(/\{\w+\}/g, '1'), body: {}, headers });
      if (status !== 403) lost.push(`${method} ${path} from ${origin ?? 'nowhere'} was answered ${status}`);
    }
  }
  const { status } = await client.send({ path: '/api/desk/me/', headers: { cookie: browser.header() } });
  if (status !== 200) lost.push('The session of the owner ended.');
  return { what: 'desk: writes from other pages', tried: writes.length * ORIGINS.length, faults: 0, lost };
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
    const path = `/api/desk/invitations/${await invite(env, 'driver')}`;
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
