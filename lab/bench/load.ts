import autocannon, { type Client } from 'autocannon';

export const CONNECTIONS = 20;

/** Where a load goes: to one address, or to a new one each time. */
export type Target = {
  url: string;
  encoding: string;
  path: string | (() => string);
  headers?: Record<string, string>;
  connections?: number;
};
export type Load = { requests: number; seconds: number };

/** autocannon would decode every body, which for compressed bytes costs ten times what the server spends on them. */
function ignoreBodies(client: Client & { pipelinedRequests?: { addBody(): void } }): void {
  if (client.pipelinedRequests) client.pipelinedRequests.addBody = () => {};
}

/** Sends as fast as replies come, for so many seconds. Throws at any reply but success. */
export async function load(target: Target, seconds: number): Promise<Load> {
  const { url, encoding, path, headers, connections = CONNECTIONS } = target;
  const next = typeof path === 'string' ? undefined : path;
  const result = await autocannon({
    url: typeof path === 'string' ? `${url}${path}` : url,
    connections,
    duration: seconds,
    headers: { 'accept-encoding': encoding, ...headers },
    setupClient: ignoreBodies,
    ...(next && { requests: [{ setupRequest: (request) => ({ ...request, path: next() }) }] }),
  });
  if (result.errors > 0 || result.non2xx > 0) {
    throw new Error(`${url}: ${result.errors} errors and ${result.non2xx} refusals under load.`);
  }
  return { requests: result.requests.total, seconds: result.duration };
}
