/** Our own script, written in JavaScript because it runs before anything is installed. */
declare module '*/scripts/chromium.mjs' {
  export function requireChromium(wish?: { whole?: boolean }): Promise<string>;
}
