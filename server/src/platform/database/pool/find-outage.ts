export type Outage = {
  /** For the log: what is wrong with the database. */
  reason: string;
  /** The connection may be used again. Otherwise it is closed: a new one may reach a healthy server. */
  keepsConnection: boolean;
  /** The server can only be read. */
  isReadOnly: boolean;
  /** The server can only be read, is going away or does not answer: every connection to it is suspected. */
  leavesServer: boolean;
};

/**
 * No connection could be opened: unknown host, no route, TLS, too many connections, no such database, wrong password.
 */
export class DatabaseUnreachable extends Error {
  readonly code: string | undefined;
  constructor(cause: unknown) {
    // A host with several addresses fails with an AggregateError without a message of its own.
    const [first = cause] = cause instanceof AggregateError ? cause.errors : [];
    super(first instanceof Error ? first.message : String(first), { cause });
    this.name = 'DatabaseUnreachable';
    this.code = (first as { code?: string }).code;
  }
}

const READ_ONLY = '25006';

/**
 * Errors of PostgreSQL that are an outage and no mistake of the shop: nothing was done, and the request may be retried.
 * By SQLSTATE; two characters stand for their whole class.
 */
const STATES: Record<string, string> = {
  '08': 'the connection to it broke',
  [READ_ONLY]: 'it can only be read: it is a standby, or its operator made it so',
  '25P03': 'it ended a transaction that was idle for too long',
  '25P04': 'it ended a transaction that took too long',
  '40001': 'two transactions changed the same rows at once',
  '40003': 'the connection broke before it was known whether a statement was done',
  '40P01': 'two transactions were in a deadlock',
  '53': 'its disk, its memory or its connections are used up',
  '55P03': 'a lock could not be had in time',
  '57': 'it is starting or stopping, or it ended the statement',
  '58000': 'its operating system failed',
  '58030': 'its disk cannot be read or written',
};

/**
 * Of a class above, but our own mistake: a statement whose parameters do not fit. A pooler gives its own troubles the same code;
 * PostgreSQL alone says which of its routines complains.
 */
const OURS = new Set(['08P01']);

/** Nothing is wrong with the server: another transaction was in the way. */
const KEEP_CONNECTION = new Set(['40001', '40P01', '55P03']);

/** The server is stopping, crashed or not ready, and so for every connection. */
const LEAVE_SERVER = new Set([READ_ONLY, '57P01', '57P02', '57P03']);

/** The network failed during a statement. */
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

/** A table got a column during an upgrade: older connections refuse the statements that they prepared for it. */
const STALE = /^cached plan must not change result type/;

/**
 * Errors without a code of their own: the driver's for a lost connection, and two that PostgreSQL gives a general code.
 */
const MESSAGES =
  /^Connection terminated|is not queryable$|^Query read timeout$|^Received unexpected \w+ message from backend|database is not accepting commands|Read-only file system/;

const NETWORK_FAILED = 'the network connection to it failed';
const CONNECTION_LOST = 'the connection to it was lost';
const PLANS_STALE = 'its tables were changed by an upgrade';
/** Other connections have the same trouble. */
const SHARED = new Set([NETWORK_FAILED, CONNECTION_LOST, PLANS_STALE]);

/** The outage that an error or its cause tells of; undefined when it is something else. */
export function findOutage(error: unknown): Outage | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code } = error as { code?: unknown };
  const state = typeof code === 'string' ? code : '';
  const reason = findReason(error, state);
  if (!reason) return findOutage(error.cause);
  return {
    reason,
    keepsConnection: KEEP_CONNECTION.has(state),
    isReadOnly: state === READ_ONLY,
    leavesServer: LEAVE_SERVER.has(state) || state.startsWith('08') || SHARED.has(reason),
  };
}

function findReason(error: Error, code: string): string | undefined {
  if (error instanceof DatabaseUnreachable) return 'it cannot be reached';
  if (OURS.has(code) && 'routine' in error && error.routine !== undefined) return undefined;
  if (STALE.test(error.message)) return PLANS_STALE;
  if (NETWORK.has(code) || TLS.test(code)) return NETWORK_FAILED;
  // Five characters, unlike the codes of Node.
  const known = code.length === 5 ? (STATES[code] ?? STATES[code.slice(0, 2)]) : undefined;
  return known ?? (MESSAGES.test(error.message) ? CONNECTION_LOST : undefined);
}
