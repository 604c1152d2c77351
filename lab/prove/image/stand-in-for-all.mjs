/**
 * The pretended PayPal listens to its own machine only and answers to no other name. In a container of its own it is for
 * every container: what comes from outside is passed on as if it came from inside.
 */
import { createServer, request } from 'node:http';

createServer((outside, reply) => {
  const headers = { ...outside.headers, host: '127.0.0.1:3001' };
  const inside = request({ port: 3001, host: '127.0.0.1', method: outside.method, path: outside.url, headers });
  inside.once('response', (response) => {
    reply.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(reply);
  });
  inside.once('error', () => reply.destroy());
  outside.pipe(inside);
}).listen(3002, '0.0.0.0');

await import(`${process.cwd()}/paypal-stand-in/main.ts`);
