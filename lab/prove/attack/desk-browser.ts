import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PasskeyOptions } from '#contract/staff.ts';
import { createPasskey } from '#server/testing/passkey.ts';
import type { HttpClient, Reply } from '../../rig/http-client.ts';
import { ROOT } from '../../rig/shop.ts';
import { SHOP, type TestEnvironment } from '../test-environment.ts';

type Browser = ReturnType<typeof openBrowser>;

/** Keeps cookies as a browser does. */
export function openBrowser(client: HttpClient) {
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

export const ask = async (browser: Browser, path: string, body = {}): Promise<PasskeyOptions> =>
  JSON.parse((await browser.post(path, body)).text);

let invited = 0;
export const nextEmail = () => `attacked${++invited}@shop.example`;

export async function invite({ dataDir, given }: TestEnvironment, role: string, email: string): Promise<string> {
  const args = [
    join(ROOT, 'server/src/command-line/desk-command.ts'),
    'staff',
    'invite',
    email,
    '--name',
    'A',
    '--role',
    role,
  ];
  const settings = { ...process.env, DATA_DIR: dataDir, PUBLIC_URL: SHOP, ...given };
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: settings });
  return stdout.trim().split('/').at(-1) ?? '';
}

export const openDevice = () => createPasskey({ origin: SHOP, rpId: new URL(SHOP).hostname });

export async function joinDesk(env: TestEnvironment, client: HttpClient, role: string) {
  const email = nextEmail();
  const path = `/api/desk/invitations/${await invite(env, role, email)}`;
  const [browser, passkey] = [openBrowser(client), openDevice()];
  const made = passkey.make(await ask(browser, `${path}/options/`, { name: 'A' }));
  const { status, text } = await browser.post(`${path}/join/`, { name: 'A', passkey: made });
  if (status !== 200) throw new Error(`Joining the desk was answered ${status}: ${text}`);
  return { browser, passkey, email };
}
