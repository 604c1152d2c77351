import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { Config } from '../config.ts';
import { addressOf, composeMessage } from './compose-message.ts';
import type { Transport } from './transport.ts';

/** However slow a mail server is, it does not keep us longer. */
export const SMTP_LIMITS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  /** For the whole of it: a server that dribbles is never silent for long. */
  deadline: 60_000,
  /**
   * So long nobody knocks after one has found the door closed: a thousand letters need not find that out one by one.
   */
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
  const greet = async (step: Step, connection: SMTPConnection) => {
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
      const { auth, ...place } = await readAddress(sender.smtpUrl);
      const connection = new Connection({ ...place, ...limits });
      open.add(connection);
      const timer = setTimeout(() => connection.close(), limits.deadline);
      const step = stepsOf(connection);
      try {
        await greet(step, connection);
        await handOver(step, connection, auth, { from: addressOf(sender.mailFrom), to: [letter.to] }, message);
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
  // Whatever ends it while an answer is awaited: an error, our deadline, the shop closing.
  const cut = new Promise<never>((_resolve, reject) => {
    connection.on('error', reject);
    // It ends a moment before it says why.
    const ended = Object.assign(new Error('The connection ended.'), { code: 'ECONNECTION' });
    connection.on('end', () => setImmediate(reject, ended));
  });
  cut.catch(() => {});
  return (act) =>
    Promise.race([cut, new Promise<void>((resolve, reject) => act((error) => (error ? reject(error) : resolve())))]);
}

type Auth = { user: string; pass: string } | undefined;

async function handOver(
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

/** A password is never sent in the clear to another machine, unless the address says `?requireTLS=false`. */
async function readAddress(smtpUrl: string) {
  const { parseConnectionUrl } = await import('nodemailer/lib/shared');
  const place = parseConnectionUrl(smtpUrl);
  const auth = place.auth as Auth;
  const isHere = /^(localhost|127(\.\d+){3}|::1)$/.test(place.host ?? '');
  return { requireTLS: Boolean(auth) && !isHere, ...place, auth };
}
