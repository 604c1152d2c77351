/** The part of autocannon that the benchmarks use; the package brings no types. */
declare module 'autocannon' {
  function autocannon(options: autocannon.Options): Promise<autocannon.Result>;
  namespace autocannon {
    type Request = { path: string };
    type Client = { pipelinedRequests: { addBody(body: Uint8Array): void } };
    type Options = {
      url: string;
      connections: number;
      duration: number;
      headers: Record<string, string>;
      setupClient(client: Client): void;
      requests?: { setupRequest(request: Request): Request }[];
    };
    type Result = { errors: number; non2xx: number; duration: number; requests: { total: number } };
  }
  export default autocannon;
}
