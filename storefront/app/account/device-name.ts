// The order matters: the user agents of the first also contain the names of later ones.
const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOPiOS\/|\bOPT\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\bDuckDuckGo\/|\bDdg\//, 'DuckDuckGo'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bCriOS\/|Chrome\/|\bChromium\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];
const MACHINES: [RegExp, string][] = [
  [/\biPhone\b/, 'an iPhone'],
  [/\biPad\b/, 'an iPad'],
  [/\bAndroid\b(?=.*\bMobile\b)/, 'an Android phone'],
  [/\bAndroid\b/, 'an Android tablet'],
  [/\bCrOS\b/, 'a Chromebook'],
  [/\bWindows\b/, 'a Windows computer'],
  [/\bMacintosh\b/, 'a Mac'],
  [/\bLinux\b|\bX11\b/, 'a Linux computer'],
];

const find = (names: [RegExp, string][], line: string): string | undefined =>
  names.find(([pattern]) => pattern.test(line))?.[1];

/** A user agent in everyday words: 'Chrome on an Android phone'. */
export function deviceName(line: string): string {
  const browser = find(BROWSERS, line);
  const machine = find(MACHINES, line);
  if (browser && machine) return `${browser} on ${machine}`;
  if (browser) return browser;
  if (machine) return `A browser on ${machine}`;
  return 'A device that did not say what it is';
}
