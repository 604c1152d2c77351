/** A photo drawn small, as the decoder sends it: so many pixels a side, row by row, each with its channels. */
export const SMALL_SIDE = 64;
const PIXELS = SMALL_SIDE * SMALL_SIDE;

/** Curves of up to this degree are a gradient: none of a lens, a lamp or a program bends more often across a picture. */
const DEGREE = 4;
/** In levels of 255. What JPEG makes of one colour stays below it; a photo of flowers at a thirtieth of its light does not. */
const LEAST_DETAIL = 0.7;
/** Of all differences those that no gradient explains. */
const LEAST_SHARE = 0.2;
/** How much a point is like its neighbours: 1 in a clear photo, 0 in noise. */
const LEAST_LIKENESS = 0.65;

/**
 * Whether a photo is one colour, a plain gradient or noise, however dark or unsharp: then a person looks at it before flowers are
 * sent. Measured in what is left of it without its gradients.
 */
export function showsNothing(small: Uint8Array): boolean {
  const channels = Math.floor(small.length / PIXELS);
  let total = 0;
  let left = 0;
  let alike = 0;
  for (let channel = 0; channel < channels; channel++) {
    const values = Float64Array.from({ length: PIXELS }, (_, place) => small[place * channels + channel] ?? 0);
    removeGradients(values, 0);
    total += sumOfProducts(values, values);
    removeGradients(values, DEGREE);
    left += sumOfProducts(values, values);
    alike += likenessOf(values);
  }
  const detail = Math.sqrt(left / (PIXELS * channels));
  return !(detail >= LEAST_DETAIL && Math.sqrt(left / total) >= LEAST_SHARE && alike / left >= LEAST_LIKENESS);
}

/** Curves across one side that have nothing in common: of degree 0, 1, 2 and so on. */
const CURVES = listCurves();

function listCurves(): Float64Array[] {
  const curves: Float64Array[] = [];
  for (let degree = 0; degree <= DEGREE; degree++) {
    const curve = Float64Array.from({ length: SMALL_SIDE }, (_, at) => ((2 * at + 1) / SMALL_SIDE - 1) ** degree);
    for (const other of curves) subtract(curve, other, sumOfProducts(curve, other));
    const length = Math.sqrt(sumOfProducts(curve, curve));
    curves.push(curve.map((value) => value / length));
  }
  return curves;
}

function sumOfProducts(one: Float64Array, other: Float64Array): number {
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
}

function subtract(from: Float64Array, what: Float64Array, times: number): void {
  for (let at = 0; at < from.length; at++) from[at] = (from[at] ?? 0) - times * (what[at] ?? 0);
}

/** Takes out of a picture all that curves of up to a degree, both together, explain. */
function removeGradients(values: Float64Array, degree: number): void {
  for (let across = 0; across <= degree; across++) {
    for (let down = 0; across + down <= degree; down++) {
      const surface = Float64Array.from(
        values,
        (_, at) => (CURVES[across]?.[at % SMALL_SIDE] ?? 0) * (CURVES[down]?.[Math.floor(at / SMALL_SIDE)] ?? 0),
      );
      subtract(values, surface, sumOfProducts(values, surface));
    }
  }
}

/** Of each point with the one beside it and the one below it. */
function likenessOf(values: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < PIXELS; at++) {
    const value = values[at] ?? 0;
    if ((at + 1) % SMALL_SIDE !== 0) sum += value * (values[at + 1] ?? 0);
    sum += value * (values[at + SMALL_SIDE] ?? 0);
  }
  return (sum / 2) * (SMALL_SIDE / (SMALL_SIDE - 1));
}
