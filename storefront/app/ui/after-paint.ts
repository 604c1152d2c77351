const LONGEST_MS = 100;

/** Resolves after the next paint, or soon where the browser paints nothing, as in a hidden tab. */
export const afterPaint = (): Promise<void> =>
  new Promise((resolve) => {
    const giveUp = setTimeout(resolve, LONGEST_MS);
    requestAnimationFrame(() => {
      clearTimeout(giveUp);
      setTimeout(resolve);
    });
  });
