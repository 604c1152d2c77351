import { setTimeout as sleep } from 'node:timers/promises';
import { listOutbox } from '#server/platform/mail/outbox/outbox-files.ts';
import type { HttpClient } from '../../rig/http-client.ts';
import type { Line } from '../proof.ts';
import type { TestEnvironment } from '../test-environment.ts';
import { joinDesk, openBrowser } from './desk-browser.ts';

const AT_ONCE = 10;
const PATIENCE_MS = 30_000;

/** The key of a link to the desk that was posted to an address, out of the letters of the pretended mail. */
async function readKey({ dataDir }: TestEnvironment, email: string): Promise<string> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(200)) {
    const { letters } = await listOutbox({ dataDir });
    const letter = letters.find((one) => one.email?.to?.some(({ address }) => address === email));
    const key = /\/desk\/link\/([\w-]+)/.exec(letter?.email?.text ?? '')?.[1];
    if (key) return key;
  }
  throw new Error(`No letter with a link went to ${email}.`);
}

/** A link by letter opens the desk once, in the browser that asked for it, under a secret that nobody chose. */
export async function stealLinks(env: TestEnvironment, client: HttpClient, rounds: number): Promise<Line> {
  const lost: string[] = [];
  const times = Math.min(rounds, 5);
  const path = '/api/desk/sign-in/by-link/';
  for (let round = 0; round < times; round++) {
    const { email } = await joinDesk(env, client, 'florist');
    const [owner, thief] = [openBrowser(client), openBrowser(client)];
    const planted = 'q'.repeat(43);
    owner.cookies.set('desk', planted);
    await owner.post('/api/desk/sign-in/link/', { email });
    await thief.post('/api/desk/sign-in/link/', { email: 'nobody@shop.example' });
    const key = await readKey(env, email);
    const [elsewhere, bare] = [await thief.post(path, { key }), await openBrowser(client).post(path, { key })];
    if (elsewhere.status === 200 || bare.status === 200) lost.push('A link opened the desk in another browser.');
    const opened = await Promise.all(Array.from({ length: AT_ONCE }, () => owner.post(path, { key })));
    const count = opened.filter(({ status }) => status === 200).length;
    if (count !== 1) lost.push(`A link opened ${count} sessions.`);
    if (owner.cookies.get('desk') === planted) lost.push('A planted cookie became a session.');
    if ((await owner.post(path, { key })).status === 200) lost.push('A link that was used opened the desk again.');
  }
  return { what: 'desk: links used twice and elsewhere', tried: times * (AT_ONCE + 3), faults: 0, lost };
}
