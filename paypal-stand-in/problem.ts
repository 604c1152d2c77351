import { ISSUES, type IssueName, isIssue } from './issues.ts';

export type Detail = {
  issue: string;
  description?: string;
  field?: string;
  value?: string;
  location?: 'body' | 'path';
};

type Kind = { name: string; message: string };

/** The names and messages of PayPal's error envelope, part of the wire format. */
const KINDS: Record<number, Kind> = {
  400: {
    name: 'INVALID_REQUEST',
    message: 'Request is not well-formed, syntactically incorrect, or violates schema.',
  },
  401: {
    name: 'AUTHENTICATION_FAILURE',
    message: 'Authentication failed due to missing authorization header, or invalid authentication credentials.',
  },
  403: { name: 'NOT_AUTHORIZED', message: 'Authorization failed due to insufficient permissions.' },
  404: { name: 'RESOURCE_NOT_FOUND', message: 'The specified resource does not exist.' },
  405: { name: 'METHOD_NOT_SUPPORTED', message: 'The server does not implement the requested HTTP method.' },
  409: { name: 'RESOURCE_CONFLICT', message: 'The server has detected a conflict while processing this request.' },
  413: { name: 'PAYLOAD_TOO_LARGE', message: 'The request is larger than the stand-in reads.' },
  415: {
    name: 'UNSUPPORTED_MEDIA_TYPE',
    message: "The server does not support the request payload's media type.",
  },
  422: {
    name: 'UNPROCESSABLE_ENTITY',
    message: 'The requested action could not be performed, semantically incorrect, or failed business validation.',
  },
  429: { name: 'RATE_LIMIT_REACHED', message: 'Too many requests. Blocked due to rate limiting.' },
  500: { name: 'INTERNAL_SERVER_ERROR', message: 'An internal server error occurred.' },
  503: { name: 'SERVICE_UNAVAILABLE', message: 'Service Unavailable.' },
};

/** Statuses that a fault rule can ask for. */
export const isKnownStatus = (status: number) => Object.hasOwn(KINDS, status);

/** A refusal; handle-api-call.ts alone makes an HTTP response of it. */
export class Problem extends Error {
  readonly status: number;
  readonly details: Detail[];
  readonly headers: Record<string, string>;

  constructor(status: number, details: Detail[] = [], headers: Record<string, string> = {}) {
    const kind = KINDS[status];
    if (!kind) throw new Error(`No problem is known with the status ${status}.`);
    super(kind.message);
    this.name = kind.name;
    this.status = status;
    this.details = details;
    this.headers = headers;
  }
}

type Place = { field?: string; value?: unknown; location?: Detail['location']; description?: string };

export function toDetail(issue: IssueName, { field, value, location, description }: Place = {}): Detail {
  return {
    issue,
    description: description ?? ISSUES[issue].says,
    ...(field === undefined ? {} : { field, location: location ?? 'body' }),
    ...(value === undefined ? {} : { value: String(value).slice(0, 200) }),
  };
}

/** One refusal by name; a name we do not know, asked for by a fault rule, is a 422. */
export function refuse(issue: string, place: Place = {}): Problem {
  if (!isIssue(issue)) return new Problem(422, [{ issue, description: 'Asked for by a rule.' }]);
  return new Problem(ISSUES[issue].status, [toDetail(issue, place)]);
}

/** Several refusals of one kind at once, or nothing. */
export function refuseAll(details: Detail[]): void {
  const [first] = details;
  if (!first) return;
  throw new Problem(isIssue(first.issue) ? ISSUES[first.issue].status : 422, details);
}
