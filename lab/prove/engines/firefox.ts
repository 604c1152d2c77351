import { execFileSync } from 'node:child_process';
import puppeteer, { type Page as BrowserPage, type ElementHandle } from 'puppeteer-core';
import { type Engine, type Page, type Target, toAmerican } from './page.ts';

/** Firefox as Debian has it, driven by WebDriver BiDi. */
export async function openFirefox(): Promise<Engine> {
  const executablePath = execFileSync('which', ['firefox-esr'], { encoding: 'utf8' }).trim();
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true });
  return {
    name: 'Firefox',
    async visit(size) {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      await page.setViewport(size);
      const faults: string[] = [];
      const watch = (one: BrowserPage) => {
        one.on('console', (message) => {
          if (message.type() === 'error') faults.push(`The console said: ${message.text()}`);
        });
        one.on('pageerror', (error) => faults.push(`The page threw: ${error}`));
        one.on('response', (response) => {
          if (response.status() >= 400) faults.push(`${response.status()} from ${response.url()}`);
        });
      };
      watch(page);
      return {
        page: toPage(page, new Set([page]), watch),
        faults: () => faults,
        [Symbol.asyncDispose]: () => context.close(),
      };
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

function toPage(page: BrowserPage, known: Set<BrowserPage>, watch: (page: BrowserPage) => void): Page {
  const list = async ({ css, name }: Target): Promise<ElementHandle<Element>[]> => {
    const found = await page.$$(name === undefined ? css : `::-p-aria([name="${name.replaceAll('"', '\\"')}"])`);
    const onView: ElementHandle<Element>[] = [];
    for (const one of found) {
      const isMeant = await one.evaluate(
        (element, wanted) =>
          element.matches(wanted) &&
          ((element instanceof HTMLInputElement && element.type === 'file') ||
            element.checkVisibility({ visibilityProperty: true })),
        css,
      );
      if (isMeant) onView.push(one);
    }
    return onView;
  };
  const first = async (target: Target): Promise<ElementHandle<Element>> => {
    const [found] = await list(target);
    if (!found) throw new Error(`There is no ${target.name ?? target.css}.`);
    return found;
  };
  return {
    open: async (address) => void (await page.goto(address)),
    count: async (target) => (await list(target)).length,
    press: async (target) => (await first(target)).click(),
    async type(target, text) {
      const field = (await first(target)) as ElementHandle<HTMLInputElement>;
      await field.evaluate((element) => {
        element.focus();
        element.select();
      });
      await field.type(text);
    },
    // Its date field goes on to the next part by itself.
    async typeDate(target, day) {
      const field = (await first(target)) as ElementHandle<HTMLInputElement>;
      await field.focus();
      await field.type(toAmerican(day).join(''));
    },
    attach: async (target, file) => ((await first(target)) as ElementHandle<HTMLInputElement>).uploadFile(file),
    read: <T>(expression: string) => page.evaluate(expression) as Promise<T>,
    takePicture: async () => Buffer.from(await page.screenshot()),
    setCookie: (name, value) =>
      page.browserContext().setCookie({ name, value, domain: new URL(page.url()).hostname, path: '/' }),
    async findOpened() {
      const opened = (await page.browserContext().pages()).find((one) => !known.has(one));
      if (!opened) return undefined;
      known.add(opened);
      watch(opened);
      return toPage(opened, known, watch);
    },
  };
}
