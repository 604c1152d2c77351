import type sharp from 'sharp';

/** The picture library, loaded only when there is something to encode: without it the shop needs less memory. */
export async function loadSharp(): Promise<typeof sharp> {
  const { default: encoder } = await import('sharp');
  encoder.cache(false);
  return encoder;
}
