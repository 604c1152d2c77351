/** Our own script, written in JavaScript because it runs before anything is installed. */
declare module '*/scripts/chromium.mjs' {
  export function requireChromium(): Promise<string>;
}
