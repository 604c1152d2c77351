import { readBrowserScript } from './read-browser-script.ts';
import { readSdkOptions } from './sdk-options.ts';

/** The order matters: each file uses those before it. */
const PARTS = ['shim/payment-flow.ts', 'shim/browser-host.ts', 'shim/buttons.ts', 'shim/sdk.ts'];

/** GET /sdk/js: one classic script, because `window.paypal` has to be there when it has loaded. */
export function makeSdkScript(query: URLSearchParams, clientId: string): string {
  const options = readSdkOptions(query, clientId);
  if ('wrong' in options) {
    const message = JSON.stringify(`PayPal stand-in, /sdk/js: ${options.wrong.join(' ')}`);
    return `console.error(${message});\nthrow new Error(${message});\n`;
  }
  return `(() => {\n${readBrowserScript(PARTS)}\nstartSdk(${JSON.stringify(options)});\n})();\n`;
}
