/**
 * Re-encodes one photo in a child process with limited memory; `decode-in-child.ts` starts it. It sends what it has
 * read in three steps and waits for a go-ahead after each; the new JPEG goes to standard output.
 *
 * Plain JavaScript because it runs without V8's compiler (`--jitless`): then only what photos need counts against the
 * kernel's limit, on any processor. Node cannot strip types without that compiler. Only HEIC needs it.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

const PHOTO_FD = 4;
const CHECK_MS = 20;
const QUALITY = 80;
/** As `shows-nothing.ts` reads it. */
const SMALL_SIDE = 64;
/** JPEG has no transparency. */
const BACKGROUND = '#ffffff';

/** Not `process.exit`, which waits for the decoder. */
const end = () => process.kill(process.pid, 'SIGKILL');

/** @param {object} facts */
const send = (facts) => process.send?.(facts);
const untilGoAhead = () => new Promise((resolve) => process.once('message', resolve));

process.once('disconnect', end);
const [mostResident = 0, mostCpuSeconds = 0, longestSide = 0] = process.argv.slice(2).map(Number);
setInterval(() => {
  const { user, system } = process.cpuUsage();
  if (process.memoryUsage.rss() > mostResident || (user + system) / 1e6 > mostCpuSeconds) end();
}, CHECK_MS).unref();

const { default: sharp } = await import('sharp');
sharp.cache(false);
sharp.concurrency(1);
const sent = readFileSync(PHOTO_FD);

try {
  send({ scans: countScans(sent), extraBytes: countExtra(sent) });
  await untilGoAhead();
  // The parent process checks the size, and refuses it in words.
  const {
    format,
    width,
    height,
    channels,
    depth,
    pages = 1,
    compression,
    icc,
    exif,
  } = await sharp(sent, {
    limitInputPixels: false,
  }).metadata();
  const profileBytes = (icc?.length ?? 0) + (exif?.length ?? 0);
  send({ format, width, height, channels, depth, pages, profileBytes });
  await untilGoAhead();
  const encoded = await encode(compression === 'hevc' ? await decodeHeic() : openPhoto(width * height));
  send({ small: (await drawSmall(encoded)).toString('base64') });
  await untilGoAhead();
  process.stdout.write(encoded, () => process.exit(0));
} catch {
  send({ unreadable: true });
}

/**
 * Of an animation, the first picture.
 * @param {number} pixels
 */
function openPhoto(pixels) {
  return sharp(sent, { limitInputPixels: pixels, failOn: 'error' }).autoOrient();
}

/**
 * Sharp as shipped does not decode HEVC. This decoder rotates the picture itself, and its thread ends before sharp
 * starts.
 */
async function decodeHeic() {
  const thread = new Worker(new URL('decode-heic.mjs', import.meta.url), {
    workerData: sent,
    stdout: true,
    stderr: true,
  });
  const ended = once(thread, 'exit').then(() => Promise.reject(new Error('The photo could not be decoded')));
  const [{ data, width, height }] = await Promise.race([once(thread, 'message'), ended]);
  ended.catch(() => {});
  await thread.terminate();
  return sharp(data, { raw: { width, height, channels: 4 } });
}

/**
 * Without metadata such as place and camera: sharp writes none unless told to.
 * @param {import('sharp').Sharp} photo
 */
function encode(photo) {
  return photo
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: BACKGROUND })
    .toColourspace('srgb')
    .jpeg({ quality: QUALITY })
    .toBuffer();
}

/**
 * Of the new JPEG, so that what is judged is what people see.
 * @param {Buffer} jpeg
 */
function drawSmall(jpeg) {
  return sharp(jpeg)
    .resize({ width: SMALL_SIDE, height: SMALL_SIDE, fit: 'fill', kernel: 'linear' })
    .toColourspace('srgb')
    .raw()
    .toBuffer();
}

/**
 * The scans of a JPEG: each costs time in proportion to the size of the picture, but only a few bytes.
 * @param {Buffer} bytes
 */
function countScans(bytes) {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return 0;
  let scans = 0;
  let offset = 2;
  while (offset >= 0 && offset + 4 <= bytes.length) {
    const marker = bytes[offset + 1] ?? 0;
    if (marker === 0xd9) break;
    if (marker === 0xda) scans++;
    // Fill bytes, escaped data and restarts have no length.
    const isBare = marker < 0x02 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd8);
    const next = isBare ? offset + (marker === 0xff ? 1 : 2) : offset + 2 + bytes.readUInt16BE(offset + 2);
    offset = bytes.indexOf(0xff, next);
  }
  return scans;
}

/**
 * Bytes of a PNG that are not picture data: compressed texts may inflate a thousandfold.
 * @param {Buffer} bytes
 */
function countExtra(bytes) {
  if (bytes.toString('latin1', 1, 4) !== 'PNG') return 0;
  let extra = 0;
  for (let offset = 8; offset + 8 <= bytes.length; ) {
    const length = bytes.readUInt32BE(offset);
    const name = bytes.toString('latin1', offset + 4, offset + 8);
    if (name === 'IEND') break;
    if (name !== 'IDAT' && name !== 'fdAT') extra += Math.min(length, bytes.length - offset);
    offset += 12 + length;
  }
  return extra;
}
