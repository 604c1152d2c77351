import type { Config } from '#server/config.ts';

/** Data is not a document: nothing in it may load or run anything. */
const POLICY_OF_DATA = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** The same for every response, errors and assets included; a page replaces the policy by its own. */
export function securityHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): Record<string, string> {
  return {
    'content-security-policy': POLICY_OF_DATA,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), browsing-topics=(), interest-cohort=()',
    ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  };
}
