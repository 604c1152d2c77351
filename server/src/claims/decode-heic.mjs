/**
 * The pixels of a HEIC photo: `decode-photo.mjs` starts this as a thread of its own, so that its watch over memory and time
 * goes on while the decoder works. What the decoder prints is read by nobody.
 */
import { parentPort, workerData } from 'node:worker_threads';
import createDecoder from 'libheif-js/libheif-wasm/libheif-bundle.mjs';

const { HeifDecoder } = await createDecoder();
const pictures = new HeifDecoder().decode(workerData);
const picture = pictures.find((/** @type {any} */ one) => one.is_primary()) ?? pictures[0];
const width = picture.get_width();
const height = picture.get_height();
const data = new Uint8ClampedArray(width * height * 4);
picture.display({ data, width, height }, (/** @type {object | null} */ shown) => {
  if (shown) parentPort?.postMessage({ data, width, height }, [data.buffer]);
  else process.exit(1);
});
