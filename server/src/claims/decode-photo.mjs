/**
 * Draws one photo anew, as a process of its own with bounded memory: `draw-in-child.ts` starts it. It tells what it reads
 * step by step and waits to be told to go on; the drawn photo leaves by its standard output.
 *
 * Plain JavaScript because it runs without a compiler of machine code (`--jitless`): then nothing but what photos need
 * counts against the kernel's limit, on any processor. Without it types cannot be taken off. Only HEIC needs the compiler.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

const PHOTO_FD = 4;
const LOOK_MS = 20;
const LONGEST_SIDE = 1_600;
const QUALITY = 80;
/** What may be see-through becomes white: JPEG cannot be. */
const GROUND = '#ffffff';

/** Not `exit`, which waits for the decoder. */
const end = () => process.kill(process.pid, 'SIGKILL');

/** @param {object} facts */
const tell = (facts) => process.send?.(facts);
const untilTold = () => new Promise((resolve) => process.once('message', resolve));

process.once('disconnect', end);
const [mostResident = 0, mostCpuSeconds = 0] = process.argv.slice(2).map(Number);
setInterval(() => {
  const { user, system } = process.cpuUsage();
  if (process.memoryUsage.rss() > mostResident || (user + system) / 1e6 > mostCpuSeconds) end();
}, LOOK_MS).unref();

const { default: sharp } = await import('sharp');
sharp.cache(false);
sharp.concurrency(1);
const sent = readFileSync(PHOTO_FD);

try {
  tell({ scans: countScans(sent), extraBytes: countExtra(sent) });
  await untilTold();
  // Its size is judged by whoever started this, with words of its own.
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
  tell({ format, width, height, channels, depth, pages, profileBytes });
  await untilTold();
  const drawn = await draw(compression === 'hevc' ? await decodeHeic() : openPhoto(width * height));
  process.stdout.write(drawn, () => process.exit(0));
} catch {
  tell({ unreadable: true });
}

/**
 * Of an animation, the first picture.
 * @param {number} pixels
 */
function openPhoto(pixels) {
  return sharp(sent, { limitInputPixels: pixels, failOn: 'error' }).autoOrient();
}

/** What sharp ships does not decode HEVC. This decoder turns the picture upright itself, and its thread ends before sharp begins. */
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
 * Neither place nor camera: sharp keeps no metadata unless asked.
 * @param {import('sharp').Sharp} photo
 */
function draw(photo) {
  return photo
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: GROUND })
    .toColourspace('srgb')
    .jpeg({ quality: QUALITY })
    .toBuffer();
}

/**
 * How often a JPEG goes over its picture: each time takes as long as the picture is large, and a few bytes.
 * @param {Buffer} bytes
 */
function countScans(bytes) {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return 0;
  let scans = 0;
  let at = 2;
  while (at >= 0 && at + 4 <= bytes.length) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xd9) break;
    if (marker === 0xda) scans++;
    // Fill bytes, escaped data and restarts have no length.
    const isBare = marker < 0x02 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd8);
    const next = isBare ? at + (marker === 0xff ? 1 : 2) : at + 2 + bytes.readUInt16BE(at + 2);
    at = bytes.indexOf(0xff, next);
  }
  return scans;
}

/**
 * Bytes of a PNG that are no picture: texts in it are inflated a thousandfold.
 * @param {Buffer} bytes
 */
function countExtra(bytes) {
  if (bytes.toString('latin1', 1, 4) !== 'PNG') return 0;
  let extra = 0;
  for (let at = 8; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (name === 'IEND') break;
    if (name !== 'IDAT' && name !== 'fdAT') extra += Math.min(length, bytes.length - at);
    at += 12 + length;
  }
  return extra;
}
