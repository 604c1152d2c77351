import { Problem, refuse } from '../problem.ts';
import type { Call } from '../stand-in.ts';

/** Codes that name a status rather than an issue. */
const STATUSES: Record<string, number> = {
  AUTHENTICATION_FAILURE: 401,
  NOT_AUTHORIZED: 403,
  RATE_LIMIT_REACHED: 429,
  INTERNAL_SERVER_ERROR: 500,
  INTERNAL_SERVICE_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
};

/** PayPal's own header for negative tests, so that one test runs here and on the sandbox. */
export function readMockResponse(call: Pick<Call, 'header'>): Problem | undefined {
  const header = call.header('paypal-mock-response');
  if (header === undefined) return undefined;
  const code = readCode(header);
  if (code === undefined) return refuse('INVALID_PARAMETER_SYNTAX', { field: 'PayPal-Mock-Response', value: header });
  const status = STATUSES[code];
  return status ? new Problem(status) : refuse(code);
}

function readCode(header: string): string | undefined {
  try {
    const codes: unknown = JSON.parse(header)?.mock_application_codes;
    const code = Array.isArray(codes) ? codes[0] : codes;
    return typeof code === 'string' && code !== '' ? code : undefined;
  } catch {
    return undefined;
  }
}
