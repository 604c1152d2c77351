import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, captureOf, makeClient, makeOrder } from './testing/test-stand-in.ts';

const MAIN = join(import.meta.dirname, 'main.ts');
const ORDERS = 12;
let data: string;
beforeAll(() => {
  data = mkdtempSync(join(tmpdir(), 'paypal-stand-in-crash-'));
});
afterAll(() => rmSync(data, { recursive: true }));

async function start(port = '0'): Promise<{ child: ChildProcess; url: string }> {
  const env = { ...process.env, PAYPAL_STAND_IN_PORT: port, PAYPAL_STAND_IN_DATA: data };
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  return { child, url: /http:\S+/.exec(line.toString())?.[0] ?? '' };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Captures all at once; a call that is never answered is no answer. */
const captureAll = (client: Client, ids: string[]) =>
  Promise.all(ids.map((id) => client.capture(id, `cap-${id}`).catch(() => undefined)));

test('killed in the middle of captures, it knows afterwards what it took, and takes nothing twice', async () => {
  let round = await start();
  const first = await makeClient(round.url);
  const ids: string[] = [];
  for (let n = 0; n < ORDERS; n += 1) {
    const { body } = await first.create(makeOrder(`crash-${n}`));
    await first.approve(body.id);
    ids.push(body.id);
  }

  for (const pauseMs of [3, 6, 9, 12]) {
    const client = await makeClient(round.url);
    const answers = captureAll(client, ids);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    await kill(round.child);
    const told = (await answers).filter((answer) => answer?.status === 201 || answer?.status === 200);
    round = await start();

    const again = await makeClient(round.url);
    const ledger = await again.ledger();
    const taken = ledger.map(({ order_id }) => order_id);
    expect(new Set(taken).size).toBe(taken.length);
    for (const answer of told) expect(taken).toContain(answer?.body.id);
    for (const id of ids) {
      expect((await again.find(id)).body.status).toBe(taken.includes(id) ? 'COMPLETED' : 'APPROVED');
    }
  }

  const last = await makeClient(round.url);
  const answers = await captureAll(last, ids);
  expect(answers.map((answer) => answer && captureOf(answer).status)).toEqual(Array(ORDERS).fill('COMPLETED'));
  const ledger = await last.ledger();
  expect(ledger.map(({ order_id }) => order_id).sort()).toEqual([...ids].sort());
  const file = readFileSync(join(data, 'ledger-1.jsonl'), 'utf8').trimEnd().split('\n');
  expect(file.map((line) => JSON.parse(line))).toEqual(ledger);
  await kill(round.child);
});

test('says so when its port is taken, and ends when asked to', async () => {
  const { child, url } = await start();
  const second = spawn(process.execPath, [MAIN], {
    env: { ...process.env, PAYPAL_STAND_IN_PORT: new URL(url).port, PAYPAL_STAND_IN_DATA: join(data, 'other') },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [words] = (await once(second.stderr as NodeJS.ReadableStream, 'data')) as [Buffer];
  expect(words.toString()).toBe(
    `Port ${new URL(url).port} is taken: end the other program or set PAYPAL_STAND_IN_PORT.\n`,
  );
  if (second.exitCode === null) await once(second, 'exit');
  expect(second.exitCode).toBe(1);
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
});
