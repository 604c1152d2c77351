const LONGEST_MS = 100;

/** When the browser has drawn what just changed; soon, where it draws nothing, as in a tab that is not seen. */
export const afterPaint = (): Promise<void> =>
  new Promise((resolve) => {
    const giveUp = setTimeout(resolve, LONGEST_MS);
    requestAnimationFrame(() => {
      clearTimeout(giveUp);
      setTimeout(resolve);
    });
  });
