import { readFileSync } from 'node:fs';
import type { RawCall } from '../http/read-call.ts';
import type { StandIn } from '../stand-in.ts';
import { makeApprovalPage } from './approval-page.ts';
import { readBrowserScript } from './read-browser-script.ts';
import { makeSdkScript } from './sdk-script.ts';

type Text = { status: number; text: string; type: string; headers?: Record<string, string> };

const SCRIPT = 'text/javascript';
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const page = (status: number, text: string): Text => ({
  status,
  text,
  type: 'text/html',
  headers: { 'Content-Security-Policy': POLICY, 'Referrer-Policy': 'no-referrer' },
});

/** What a browser fetches by itself: the script, the approval page with its parts, the certificate. */
export function handleBrowserCall(standIn: StandIn, { method, path, query }: RawCall): Text | undefined {
  if (method !== 'GET') return undefined;
  switch (path) {
    case '/sdk/js':
      return {
        status: 200,
        text: makeSdkScript(query, standIn.settings.clientId),
        type: SCRIPT,
      };
    case '/checkoutnow': {
      const { status, html } = makeApprovalPage(standIn, query);
      return page(status, html);
    }
    case '/checkoutnow/page.js':
      return { status: 200, text: `(() => {\n${readBrowserScript(['approval/page.ts'])}\n})();\n`, type: SCRIPT };
    case '/checkoutnow/page.css':
      return {
        status: 200,
        text: readFileSync(new URL('approval/page.css', import.meta.url), 'utf8'),
        type: 'text/css',
      };
    case `/v1/notifications/certs/${standIn.key.certificateId}`:
      return { status: 200, text: standIn.key.certificate, type: 'text/plain' };
    default:
      return undefined;
  }
}
