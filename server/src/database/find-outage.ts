export type Outage = {
  /** For the log: what is the matter with the database. */
  reason: string;
  /** The connection it came over is as good as before. Every other one is closed: the next may reach a healthy server. */
  keepsConnection: boolean;
  /** Every connection that is open leads to a server that cannot be written to, not this one alone. */
  isReadOnly: boolean;
};

/** Whatever keeps us from getting a connection: no name, no route, no TLS, no room, no such database, a wrong password. */
export class DatabaseUnreachable extends Error {
  readonly code: string | undefined;
  constructor(cause: unknown) {
    // A name with several addresses fails with an error that holds one for each, and has no words of its own.
    const [first = cause] = cause instanceof AggregateError ? cause.errors : [];
    super(first instanceof Error ? first.message : String(first), { cause });
    this.name = 'DatabaseUnreachable';
    this.code = (first as { code?: string }).code;
  }
}

const READ_ONLY = '25006';

/**
 * The answers of PostgreSQL that tell of its own trouble, or of its operator's, and not of ours: nothing was done, and it may
 * be tried again. By SQLSTATE; two characters stand for their whole class.
 */
const STATES: Record<string, string> = {
  '08': 'the connection to it broke',
  [READ_ONLY]: 'it can only be read: it is a standby, or its operator made it so',
  '25P03': 'it ended a transaction in which nothing was asked for too long',
  '25P04': 'it ended a transaction that took too long',
  '40001': 'two transactions changed the same rows at once',
  '40003': 'the connection broke before it was known whether a statement was done',
  '40P01': 'two transactions waited for each other',
  '53': 'its disk, its memory or its connections are used up',
  '55P03': 'a lock could not be had in time',
  '57': 'it is starting or stopping, or it ended the statement',
  '58000': 'its operating system failed',
  '58030': 'its disk cannot be read or written',
};

/** Of a class above, but our own mistake: a statement that does not fit what was sent with it. */
const OURS = new Set(['08P01']);

/** Nothing is wrong with the server: another transaction was in the way. */
const KEEP_CONNECTION = new Set(['40001', '40P01', '55P03']);

/** The line failed while a statement was under way. */
const NETWORK = new Set([
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETRESET',
  'ENETUNREACH',
  'ENOTCONN',
  'EPIPE',
  'EPROTO',
  'ETIMEDOUT',
]);
const TLS = /^ERR_(SSL|TLS)_/;

/** What has no code: the driver's own words for a lost line, and two states that PostgreSQL files under our mistakes. */
const WORDS =
  /^Connection terminated|is not queryable$|^Query read timeout$|^Received unexpected \w+ message from backend|database is not accepting commands|Read-only file system/;

/** The trouble of the database that an error tells of, itself or by what caused it; undefined when it is something else. */
export function findOutage(error: unknown): Outage | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code } = error as { code?: unknown };
  const state = typeof code === 'string' ? code : '';
  const reason = findReason(error, state);
  if (!reason) return findOutage(error.cause);
  return { reason, keepsConnection: KEEP_CONNECTION.has(state), isReadOnly: state === READ_ONLY };
}

function findReason(error: Error, code: string): string | undefined {
  if (error instanceof DatabaseUnreachable) return 'it cannot be reached';
  if (OURS.has(code)) return undefined;
  if (NETWORK.has(code) || TLS.test(code)) return 'the line to it failed';
  // Five characters, unlike the codes of Node.
  const known = code.length === 5 ? (STATES[code] ?? STATES[code.slice(0, 2)]) : undefined;
  return known ?? (WORDS.test(error.message) ? 'the connection to it was lost' : undefined);
}
