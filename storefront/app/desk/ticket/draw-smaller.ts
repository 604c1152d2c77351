/** Enough for a letter and a telephone. */
const LONGEST_SIDE = 1_400;

/** A photo drawn anew as a modest JPEG, in base64: a camera's own would take long over the bench's network. */
export async function drawSmaller(file: File): Promise<string> {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas.toDataURL('image/jpeg', 0.85).replace(/^data:[^,]*,/, '');
}
