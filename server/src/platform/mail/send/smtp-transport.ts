import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { Config } from '#server/config.ts';
import { addressOf, composeMessage } from './compose-message.ts';
import type { Transport } from './transport.ts';

/** How long a slow mail server is waited for. */
export const SMTP_LIMITS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  /** For the whole delivery: a server that sends a little now and then never reaches the timeouts above. */
  deadline: 60_000,
  /** After a failed connection none is tried for this long: a thousand letters need not time out one by one. */
  rest: 5_000,
};

type Sender = Pick<Config, 'mailFrom' | 'publicUrl'> & { smtpUrl: string };

/**
 * Hands letters to the mail server at SMTP_URL. Each has a connection of its own: a pool would repeat a letter by
 * itself when the connection breaks, and only the outbox may decide that.
 */
export function createSmtpTransport(sender: Sender, { rest, ...limits } = SMTP_LIMITS): Transport {
  const open = new Set<SMTPConnection>();
  let awayUntil = 0;
  const connect = async (step: Step, connection: SMTPConnection) => {
    try {
      await step((done) => connection.connect(done));
    } catch (error) {
      awayUntil = performance.now() + rest;
      throw error;
    }
    awayUntil = 0;
  };

  return {
    isAway: () => performance.now() < awayUntil,
    async deliver(letter) {
      const message = await composeMessage(sender, letter);
      const { default: Connection } = await import('nodemailer/lib/smtp-connection');
      const { auth, ...server } = await readSmtpUrl(sender.smtpUrl);
      const connection = new Connection({ ...server, ...limits });
      open.add(connection);
      const timer = setTimeout(() => connection.close(), limits.deadline);
      const step = stepsOf(connection);
      try {
        await connect(step, connection);
        await send(step, connection, auth, { from: addressOf(sender.mailFrom), to: [letter.to] }, message);
        connection.quit();
      } catch (error) {
        connection.close();
        throw error;
      } finally {
        clearTimeout(timer);
        open.delete(connection);
      }
    },
    async close() {
      for (const connection of open) connection.close();
    },
  };
}

type Step = (act: (done: (error?: Error | null) => void) => void) => Promise<void>;

function stepsOf(connection: SMTPConnection): Step {
  // What may end the connection while a reply is awaited: an error, our deadline, the shop closing.
  const cut = new Promise<never>((_resolve, reject) => {
    connection.on('error', reject);
    // `end` comes a moment before `error`, which has the reason.
    const ended = Object.assign(new Error('The connection ended.'), { code: 'ECONNECTION' });
    connection.on('end', () => setImmediate(reject, ended));
  });
  cut.catch(() => {});
  return (act) =>
    Promise.race([cut, new Promise<void>((resolve, reject) => act((error) => (error ? reject(error) : resolve())))]);
}

type Auth = { user: string; pass: string } | undefined;

async function send(
  step: Step,
  connection: SMTPConnection,
  auth: Auth,
  envelope: { from: string; to: string[] },
  message: Buffer,
): Promise<void> {
  if (auth && !connection.allowsAuth) {
    throw Object.assign(new Error('The mail server offers no way to log in.'), { code: 'EAUTH' });
  }
  if (auth) await step((done) => connection.login({ credentials: auth }, done));
  await step((done) => connection.send(envelope, message, done));
}

/** A password is never sent in the clear to another machine, unless the URL says `?requireTLS=false`. */
async function readSmtpUrl(smtpUrl: string) {
  const { parseConnectionUrl } = await import('nodemailer/lib/shared');
  const server = parseConnectionUrl(smtpUrl);
  const auth = server.auth as Auth;
  const isHere = /^(localhost|127(\.\d+){3}|::1)$/.test(server.host ?? '');
  return { requireTLS: Boolean(auth) && !isHere, ...server, auth };
}
