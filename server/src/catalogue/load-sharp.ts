import type sharp from 'sharp';

/** The encoder, loaded only when there is something to encode: a shop that merely sells is lighter without it. */
export async function loadSharp(): Promise<typeof sharp> {
  const { default: encoder } = await import('sharp');
  encoder.cache(false);
  return encoder;
}
