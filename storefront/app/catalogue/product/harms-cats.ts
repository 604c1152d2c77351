import type { Stem } from '#contract/products.ts';

/**
 * Every flower that is called a lily: of the true ones a lick of pollen can kill a cat, and those that only share the
 * name are poisonous to cats as well. Many other flowers upset a cat that eats them; the care guide says so.
 */
const LILY = /(?<!\p{L})(day)?(lily|lilies|lilium|hemerocallis|convallaria)(?!\p{L})/iu;

/** Whether a bouquet must not go to a home with a cat, judged by its stems. */
export const harmsCats = (stems: readonly Stem[]): boolean => stems.some(({ flower }) => LILY.test(flower));
