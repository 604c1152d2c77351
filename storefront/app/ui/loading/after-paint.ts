const MAX_WAIT_MS = 100;

/** Resolves after the next paint, or soon where the browser paints nothing, as in a hidden tab. */
export const afterPaint = (): Promise<void> =>
  new Promise((resolve) => {
    const timeout = setTimeout(resolve, MAX_WAIT_MS);
    requestAnimationFrame(() => {
      clearTimeout(timeout);
      setTimeout(resolve);
    });
  });
