/** Pictures that pages name themselves. Most fill more of the window than a bouquet does; the others have its widths. */
export const SITE_WIDTHS: Record<string, number[] | undefined> = {
  'hero-wide': [768, 1152, 1536, 2048, 2880],
  'hero-phone': [360, 480, 768, 1080],
  promo: [480, 768, 1152, 1536, 2048],
  'doorstep-wide': [480, 768, 1152, 1536, 2048],
  doorstep: [360, 480, 768, 1080],
  bench: [480, 768, 1152, 1536, 2048],
  'hall-table': [360, 480, 768, 1080],
  'promenade-close': undefined,
  'jolly-close': undefined,
};
