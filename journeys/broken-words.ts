import type { Page } from '@playwright/test';

/** Words that a browser had to break inside, because what holds them is narrower than they are. */
export const findBrokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const broken = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      if (!text.parentElement?.checkVisibility() || text.parentElement.closest('script, style, svg, .sr-only'))
        continue;
      // Only whole words: an address of the web, a key or a village of 58 letters must break somewhere.
      for (const { 0: word, index } of text.data.matchAll(/(?<!\S)[\p{L}’]{2,20}[.,;:!?]?(?!\S)/gu)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = [...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => Math.round(top));
        if (new Set(lines).size > 1) broken.add(word);
      }
    }
    return [...broken].map((word) => `“${word}” is broken inside`);
  });
