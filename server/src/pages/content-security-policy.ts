import { createHash } from 'node:crypto';
import type { Config } from '#server/config.ts';

/** Inline scripts with this page's nonce: any other script was injected, and gets no hash. */
const inlineScript = (nonce: string) =>
  new RegExp(`<script(?![^>]*\\ssrc=)(?=[^>]*\\snonce="${nonce}")[^>]*>([\\s\\S]*?)</script>`, 'g');
const INLINE_STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g;

const hashes = (html: string, pattern: RegExp): string =>
  [
    ...new Set(
      [...html.matchAll(pattern)].map(
        ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
      ),
    ),
  ].join(' ');

/** Where the payment buttons come from and what they need; their styles are written into the page. */
export type PaymentHosts = { script: string; frame: string; image: string; connect: string };

/** The provider's own hosts, or the one host of a stand-in; none where the shop proxies it. */
export function paymentHosts({ apiBase, sdkUrl }: Config['paypal']): PaymentHosts | undefined {
  if (sdkUrl?.startsWith('/')) return undefined;
  const hosts = sdkUrl ? new URL(apiBase).origin : 'https://*.paypal.com https://*.paypalobjects.com';
  return { script: hosts, frame: hosts, image: hosts, connect: hosts };
}

/**
 * A policy for this page alone: its own inline scripts and styles may run, by hash, and nothing else. Its own scripts
 * have the random nonce of this rendering, which the authors of displayed text cannot know. Styles have
 * no nonce and are all allowed: they can load nothing from elsewhere.
 */
export function policyFor(html: string, nonce: string, payment?: PaymentHosts): string {
  const join = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' ');
  return [
    "default-src 'none'",
    join("script-src 'self'", hashes(html, inlineScript(nonce)), payment?.script),
    // A hash would forbid every other inline style, and the provider's buttons bring theirs with them.
    payment ? "style-src 'self' 'unsafe-inline'" : join("style-src 'self'", hashes(html, INLINE_STYLE)),
    join("img-src 'self' data:", payment?.image),
    "font-src 'self'",
    join("connect-src 'self'", payment?.connect),
    ...(payment ? [join('frame-src', payment.frame)] : []),
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
