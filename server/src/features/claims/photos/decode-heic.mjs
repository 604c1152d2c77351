/**
 * Decodes the pixels of a HEIC photo. `decode-photo.mjs` runs this in a worker thread, so that it can go on checking
 * memory and time while the decoder works. What the decoder prints is discarded.
 */
import { parentPort, workerData } from 'node:worker_threads';
import createDecoder from 'libheif-js/libheif-wasm/libheif-bundle.mjs';

const { HeifDecoder } = await createDecoder();
const pictures = new HeifDecoder().decode(workerData);
const picture = pictures.find((/** @type {any} */ one) => one.is_primary()) ?? pictures[0];
const width = picture.get_width();
const height = picture.get_height();
const data = new Uint8ClampedArray(width * height * 4);
picture.display({ data, width, height }, (/** @type {object | null} */ decoded) => {
  if (decoded) parentPort?.postMessage({ data, width, height }, [data.buffer]);
  else process.exit(1);
});
