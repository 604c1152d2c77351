import { requireChromium } from '../../scripts/chromium.mjs';
import { findPort, firstAnswer, startChild } from '../rig/children.ts';
import { makeDataDir } from '../rig/shop.ts';

const FLAGS = [
  ...'--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --disable-background-networking'.split(' '),
  ...'--disable-component-update --no-first-run'.split(' '),
  // Nothing of its own may run beside the page.
  ...'--disable-extensions --disable-component-extensions-with-background-pages --disable-default-apps'.split(' '),
  ...'--disable-sync --disable-client-side-phishing-detection --disable-backgrounding-occluded-windows'.split(' '),
  ...'--disable-renderer-backgrounding --disable-background-timer-throttling --metrics-recording-only'.split(' '),
  '--disable-features=Translate,OptimizationHints,MediaRouter,AutofillServerCommunication',
  '--mute-audio',
  // The shop is all there is: no other name leads anywhere.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
];

/** One for all of them, as they come one after the other: the benchmarks have few ports and open many browsers. */
let debuggingPort: Promise<number> | undefined;

/** Runs `work` with a browser that nobody has used yet, and ends it. */
export async function withChromium<T>(work: (debuggingPort: number) => Promise<T>): Promise<T> {
  debuggingPort ??= findPort();
  const [path, port] = await Promise.all([requireChromium({ whole: true }), debuggingPort]);
  await using profile = await makeDataDir();
  const own = [`--remote-debugging-port=${port}`, `--user-data-dir=${profile.dataDir}`, 'about:blank'];
  await using browser = startChild(path, [...FLAGS, ...own]);
  await firstAnswer(browser, `http://127.0.0.1:${port}/json/version`, 30_000);
  return await work(port);
}
