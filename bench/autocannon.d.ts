/** The part of autocannon that the benchmarks use; the package brings no types. */
declare module 'autocannon' {
  function autocannon(options: autocannon.Options): Promise<autocannon.Result>;
  namespace autocannon {
    type Client = { pipelinedRequests: { addBody(body: Uint8Array): void } };
    type Requests = { setupRequest(request: { path: string }): { path: string } }[];
    type Load = { url: string; connections: number; duration: number; headers: Record<string, string> };
    type Options = Load & { setupClient(client: Client): void; requests?: Requests };
    type Result = { errors: number; non2xx: number; duration: number; requests: { total: number } };
  }
  export default autocannon;
}
