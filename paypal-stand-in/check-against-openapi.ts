import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { compareShape } from './openapi/compare-shape.ts';
import { makeDriver } from './openapi/drive.ts';
import { exchangeCaptures, exchangeOrders } from './openapi/exchanges-orders.ts';
import { exchangePayments } from './openapi/exchanges-payments.ts';
import { exchangeWebhooks, observeEvents, registerForExchange } from './openapi/exchanges-webhooks.ts';
import type { Finding } from './openapi/observe.ts';
import { type Published, readPublished } from './openapi/read-files.ts';
import { captureShape, orderShape, refundShape } from './orders/order-shape.ts';
import { startStandIn } from './start-stand-in.ts';
import { verifyShape } from './webhooks/verify-signature.ts';
import { webhookShape } from './webhooks/webhook-calls.ts';

/** Compares our own request schemas with PayPal's. */
function compareShapes(published: Published): Finding[] {
  const own = [
    ['order_request', orderShape, 'checkout_orders_v2'],
    ['order_capture_request', captureShape, 'checkout_orders_v2'],
    ['refund_request', refundShape, 'payments_payment_v2'],
    ['webhook', webhookShape, 'notifications_webhooks_v1'],
    ['verify_webhook_signature', verifyShape, 'notifications_webhooks_v1'],
  ] as const;
  return own.map(([name, shape, file]) => {
    const wrong = compareShape(published, shape, { $ref: `${file}#/components/schemas/${name}` });
    return { what: `our schema of ${name}`, status: 0, checked: 'schema', wrong, gaps: [] };
  });
}

type Sent = Parameters<typeof observeEvents>[1];

async function listen(sent: Sent) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    sent.push({
      headers: request.headers as Sent[number]['headers'],
      event: JSON.parse(Buffer.concat(chunks).toString()),
    });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server };
}

async function requestToken(url: string): Promise<string> {
  const authorization = `Basic ${Buffer.from('stand-in-client:stand-in-secret').toString('base64')}`;
  const body = new URLSearchParams({ grant_type: 'client_credentials' });
  const response = await fetch(`${url}/v1/oauth2/token`, { method: 'POST', headers: { authorization }, body });
  return ((await response.json()) as { access_token: string }).access_token;
}

/** Runs every call against a stand-in and lists where it differs from the files in the folder. */
export async function checkAgainstOpenApi(folder: string): Promise<Finding[]> {
  const published = readPublished(folder);
  const data = mkdtempSync(join(tmpdir(), 'paypal-stand-in-'));
  const sent: Sent = [];
  const ear = await listen(sent);
  const standIn = await startStandIn({ port: 0, data });
  try {
    const driver = makeDriver(standIn.url, await requestToken(standIn.url), published);
    const webhookId = await registerForExchange(driver, ear.url);
    await exchangeOrders(driver);
    await exchangePayments(driver, await exchangeCaptures(driver));
    await sleep(1000);
    await exchangeWebhooks(driver, webhookId, sent);
    return [...compareShapes(published), ...driver.findings, ...observeEvents(published, sent)];
  } finally {
    await standIn.close();
    ear.server.close();
    ear.server.closeAllConnections();
    rmSync(data, { recursive: true });
  }
}

function print(findings: Finding[]): void {
  for (const { what, status, checked, wrong, gaps } of findings) {
    const verdict = wrong.length > 0 ? 'MISMATCH' : gaps.length > 0 ? 'gap' : 'ok';
    console.log(`${verdict.padEnd(9)}${(status ? String(status) : '').padEnd(5)}${what.padEnd(44)}${checked}`);
    for (const line of [...wrong, ...gaps]) console.log(`${' '.repeat(14)}${line}`);
  }
  const bad = findings.filter(({ wrong }) => wrong.length > 0).length;
  const gaps = findings.filter(({ wrong, gaps: known }) => wrong.length === 0 && known.length > 0).length;
  console.log(`\n${findings.length} held against the files: ${bad} mismatches, ${gaps} the files say nothing of.`);
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2);
  if (!folder) {
    console.error("Say where PayPal's published files are: node paypal-stand-in/check-against-openapi.ts FOLDER");
    process.exit(1);
  }
  const findings = await checkAgainstOpenApi(folder);
  print(findings);
  process.exitCode = findings.some(({ wrong }) => wrong.length > 0) ? 1 : 0;
}
