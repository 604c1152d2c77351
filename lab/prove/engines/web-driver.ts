type Answer = { value: unknown };
type Refused = { error: string; message: string };
/** How the protocol names an element: https://www.w3.org/TR/webdriver2/#elements */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

export type ElementId = string;
export type WebDriver = Awaited<ReturnType<typeof openSession>>;

async function send(url: string, method: 'GET' | 'POST' | 'DELETE', body?: object): Promise<unknown> {
  const response = await fetch(url, {
    method,
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  });
  const { value } = (await response.json()) as Answer;
  if (response.ok) return value;
  const { error, message } = value as Refused;
  throw new Error(`${method} ${new URL(url).pathname}: ${error} ${message}`);
}

/** A session of the W3C's WebDriver: the few of its commands that the journeys need. */
export async function openSession(driver: string, capabilities: object) {
  const opened = await send(`${driver}/session`, 'POST', { capabilities: { alwaysMatch: capabilities } });
  const session = `${driver}/session/${(opened as { sessionId: string }).sessionId}`;
  const get = (path: string) => send(session + path, 'GET');
  const post = (path: string, body: object = {}) => send(session + path, 'POST', body);

  return {
    version: (opened as { capabilities: { browserVersion: string } }).capabilities.browserVersion,
    open: (url: string) => post('/url', { url }),
    run: <T>(script: string, ...args: unknown[]) => post('/execute/sync', { script, args }) as Promise<T>,
    async findElements(script: string, ...args: unknown[]): Promise<ElementId[]> {
      const found = (await post('/execute/sync', { script, args })) as Record<typeof ELEMENT, string>[];
      return found.map((one) => one[ELEMENT]);
    },
    labelOf: (element: ElementId) => get(`/element/${element}/computedlabel`) as Promise<string>,
    click: (element: ElementId) => post(`/element/${element}/click`),
    clear: (element: ElementId) => post(`/element/${element}/clear`),
    type: (element: ElementId, text: string) => post(`/element/${element}/value`, { text }),
    setCookie: (cookie: { name: string; value: string }) => post('/cookie', { cookie }),
    takePicture: async () => Buffer.from((await get('/screenshot')) as string, 'base64'),
    setSize: (size: { width: number; height: number }) => post('/window/rect', { x: 0, y: 0, ...size }),
    windows: () => get('/window/handles') as Promise<string[]>,
    switchTo: (handle: string) => post('/window', { handle }),
    close: () => send(session, 'DELETE'),
  };
}
