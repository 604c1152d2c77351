import { createServer, type IncomingMessage } from 'node:http';
import pg from 'pg';
import { STATEMENTS, type Statement } from './floor-statements.ts';

/**
 * The floor: node:http, one statement for each request and its rows as JSON. Run as `floor-server.ts PORT` with
 * DATABASE_URL; called as `POST /STATEMENT` with the list of values.
 */
export type FloorRequest = { statement: Statement; values: (string | number)[] };

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

async function answer(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const name = request.url?.slice(1) as Statement;
  const values: FloorRequest['values'] = JSON.parse(Buffer.concat(chunks).toString() || '[]');
  const { rows } = await pool.query({ name, text: STATEMENTS[name], values });
  return JSON.stringify(rows);
}

const server = createServer((request, response) => {
  answer(request).then(
    (text) => {
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
      response.writeHead(200, headers).end(text);
    },
    (error: Error) => response.writeHead(500).end(error.message),
  );
});
server.listen(Number(process.argv[2]), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));
