import { expect, test } from 'vitest';
import { deviceName } from './device-name.ts';

const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const GOOGLE = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${GOOGLE} Safari/537.36`, 'Chrome on a Windows computer'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${GOOGLE} Safari/537.36 Edg/140.0.0.0`, 'Edge on a Windows computer'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${GOOGLE} Safari/537.36 OPR/120.0.0.0`, 'Opera on a Linux computer'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${GOOGLE} Mobile Safari/537.36`, 'Chrome on an Android phone'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${GOOGLE} Safari/537.36`, 'Chrome on an Android tablet'],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet on an Android phone',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${APPLE} Version/18.5 Mobile/15E148 Safari/604.1`,
    'Safari on an iPhone',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${APPLE} CriOS/140.0 Mobile/15E148 Safari/604.1`,
    'Chrome on an iPhone',
  ],
  [
    `Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) ${APPLE} FxiOS/142.0 Mobile/15E148 Safari/605.1.15`,
    'Firefox on an iPad',
  ],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Version/18.5 Safari/605.1.15`, 'Safari on a Mac'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:142.0) Gecko/20100101 Firefox/142.0', 'Firefox on a Mac'],
  [
    `Mozilla/5.0 (X11; Linux x86_64) ${GOOGLE.replace('Chrome', 'HeadlessChrome')} Safari/537.36`,
    'Chrome on a Linux computer',
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${GOOGLE} Safari/537.36`, 'Chrome on a Chromebook'],
])('names %s', (line, name) => {
  expect(deviceName(line)).toBe(name);
});

test.each([
  ['Mozilla/5.0 (Windows NT 10.0) SomethingNew/1.0', 'A browser on a Windows computer'],
  ['Firefox/142.0', 'Firefox'],
  ['curl/8.5.0', 'A device that did not say what it is'],
  ['', 'A device that did not say what it is'],
])('makes nothing up for %j', (line, name) => {
  expect(deviceName(line)).toBe(name);
});
