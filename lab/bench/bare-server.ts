import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/**
 * The limit of the machine: node:http with given bytes and headers per path, and nothing else. Run as
 * `bare-server.ts PORT FILE`; the file lists the answers with their bodies in base64.
 */
export type BareAnswer = { path: string; headers: Record<string, string>; body: string };

const [, , port, file = ''] = process.argv;
const listed: BareAnswer[] = JSON.parse(readFileSync(file, 'utf8'));
const answers = new Map(
  listed.map(({ path, headers, body }) => [path, { headers, body: Buffer.from(body, 'base64') }]),
);

const server = createServer((request, response) => {
  const answer = answers.get(request.url ?? '');
  if (!answer) return response.writeHead(404).end();
  response.writeHead(200, answer.headers).end(answer.body);
});
server.listen(Number(port), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));
