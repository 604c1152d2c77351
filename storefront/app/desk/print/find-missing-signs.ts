const SIZE = 32;
/** The last sign there can be, which no font has: how this machine draws what it cannot. */
const UNKNOWN = '\u{10FFFD}';
/** Latin letters are ours; marks and spaces draw nothing by themselves. */
const DRAWN = /[^\p{ASCII}\p{Script=Latin}\p{Z}\p{M}\p{Cc}\p{Cf}\p{Cs}]/u;

/** Which of these texts have signs that no font of this machine can draw. On paper there would be a gap in their place. */
export function findMissingSigns(texts: readonly string[], fontFamily: string): boolean[] {
  const draw = createDrawing(fontFamily);
  const unknown = draw(UNKNOWN);
  const known = new Map<string, boolean>();
  const isMissing = (sign: string): boolean => {
    if (!DRAWN.test(sign)) return false;
    const found = known.get(sign) ?? draw(sign) === unknown;
    known.set(sign, found);
    return found;
  };
  return texts.map((text) => [...text].some(isMissing));
}

/** Draws one sign and returns its pixels. A browser that does not let us read them answers with nothing, and nothing is missing. */
function createDrawing(fontFamily: string): (sign: string) => string {
  const canvas = document.createElement('canvas');
  canvas.width = 2 * SIZE;
  canvas.height = 2 * SIZE;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return (sign) => {
    if (!context) return sign;
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.font = `${SIZE}px ${fontFamily}`;
    context.fillText(sign, SIZE / 4, SIZE * 1.4);
    return context.getImageData(0, 0, canvas.width, canvas.height).data.join();
  };
}
