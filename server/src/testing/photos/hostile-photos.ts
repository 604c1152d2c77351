import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { crc32, createDeflate, deflateSync } from 'node:zlib';
import { loadSharp } from '#server/features/catalogue/pictures/load-sharp.ts';

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const CHANNELS = { grey: 1, rgb: 3, rgba: 4 };
const COLOUR_TYPES = { grey: 0, rgb: 2, rgba: 6 };
const PIECE = Buffer.alloc(1024 * 1024);

type Png = {
  width: number;
  height: number;
  depth?: 1 | 8 | 16;
  colour?: keyof typeof CHANNELS;
  interlaced?: boolean;
  /** Chunks between the header and the picture. */
  extra?: Buffer[];
};

/** A black PNG of any size, in a few kilobytes. */
export async function blackPng({
  width,
  height,
  depth = 8,
  colour = 'rgb',
  interlaced = false,
  extra = [],
}: Png): Promise<Buffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, COLOUR_TYPES[colour], 0, 0, interlaced ? 1 : 0], 8);
  const rowBytes = 1 + Math.ceil((width * CHANNELS[colour] * depth) / 8);
  // Each of the seven passes has rows of its own, with a byte before each.
  const bytes = height * rowBytes + (interlaced ? 2 * height + 8 * 7 : 0);
  const chunks = [pngChunk('IHDR', header), ...extra, pngChunk('IDAT', await deflateZeros(bytes)), pngChunk('IEND')];
  return Buffer.concat([SIGNATURE, ...chunks]);
}

export function pngChunk(name: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** As long as one likes, without ever being in memory whole. */
async function deflateZeros(bytes: number): Promise<Buffer> {
  const deflate = createDeflate();
  const pieces: Buffer[] = [];
  deflate.on('data', (piece) => pieces.push(piece));
  for (let left = bytes; left > 0; left -= PIECE.length)
    if (!deflate.write(PIECE.subarray(0, Math.min(left, PIECE.length)))) await once(deflate, 'drain');
  deflate.end();
  await once(deflate, 'end');
  return Buffer.concat(pieces);
}

/** Texts of 100 MB, each in 100 kB, before a picture of a few pixels. */
export function textBomb(texts: number): Promise<Buffer> {
  const text = Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(Buffer.alloc(100_000_000, 'a'))]);
  return blackPng({ width: 64, height: 48, extra: Array<Buffer>(texts).fill(pngChunk('zTXt', text)) });
}

/**
 * A grey progressive JPEG that goes over its picture again for each bit of each coefficient, as the standard allows: a
 * few bytes each time, and the whole picture is worked through.
 */
export function scanBomb(width: number, height: number, scans: number): Buffer {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  // One code of one bit in each table: "no difference", and "nothing in the next 2^14 blocks and more".
  const table = (kind: number, symbol: number) => segment(0xc4, [kind << 4, 1, ...Array(15).fill(0), symbol]);
  const size = [height >> 8, height & 255, width >> 8, width & 255];
  const parts = [
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...Array(64).fill(1)]),
    segment(0xc2, [8, ...size, 1, 1, 0x11, 0]),
    table(0, 0),
    table(1, 0xe0),
    segment(0xda, [1, 1, 0, 0, 0, 0]),
    Buffer.alloc(Math.ceil(blocks / 8)),
  ];
  const nothing = skipBlocks(blocks);
  for (let scan = 0; scan < scans; scan++) {
    const coefficient = (scan % 63) + 1;
    const bit = 13 - Math.floor(scan / 63);
    const approximation = ((bit === 13 ? 0 : bit + 1) << 4) | bit;
    parts.push(segment(0xda, [1, 1, 0, coefficient, coefficient, approximation]), nothing);
  }
  return Buffer.concat([...parts, Buffer.from([0xff, 0xd9])]);
}

function segment(marker: number, data: number[]): Buffer {
  const length = data.length + 2;
  return Buffer.from([0xff, marker, length >> 8, length & 255, ...data]);
}

function skipBlocks(blocks: number): Buffer {
  let bits = '';
  for (let left = blocks; left > 0; left -= 32_767)
    bits += `0${Math.max(0, Math.min(left, 32_767) - 16_384)
      .toString(2)
      .padStart(14, '0')}`;
  const bytes = bits
    .padEnd(Math.ceil(bits.length / 8) * 8, '1')
    .match(/.{8}/g)
    ?.map((byte) => Number.parseInt(byte, 2));
  return Buffer.from((bytes ?? []).flatMap((byte) => (byte === 0xff ? [byte, 0] : [byte])));
}

/** An AVIF of one colour, which says to be of another size if told to. */
export async function plainAvif(width: number, height: number, says?: [width: number, height: number]) {
  const sharp = await loadSharp();
  const create = { width, height, channels: 3 as const, background: '#c04a5a' };
  const avif = await sharp({ create }).avif({ effort: 0 }).toBuffer();
  return says ? claimSize(avif, says) : avif;
}

/** The same photo, which says to be of another size. */
export function claimSize(photo: Buffer, [width, height]: [width: number, height: number]): Buffer {
  const changed = Buffer.from(photo);
  const size = changed.indexOf('ispe') + 8;
  changed.writeUInt32BE(width, size);
  changed.writeUInt32BE(height, size + 4);
  return changed;
}

/**
 * Photos as phones write them, an even red of 64 × 48 and of 5,712 × 4,284 pixels. sharp writes none, so they are files
 * here, made with libheif's `heif-enc -q 50 red.png` from PNGs of that colour.
 */
export const readHeic = (which: 'red' | 'large'): Buffer =>
  readFileSync(resolve(import.meta.dirname, `${which}-photo.heic`));
