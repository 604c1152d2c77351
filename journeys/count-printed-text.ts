import { inflateSync } from 'node:zlib';
import type { Page } from '@playwright/test';

const SHEET = /\/Type \/Page\b[\s\S]*?\/Contents (\d+) 0 R/g;

/** The number of text elements on each A4 sheet that the page prints on. */
export async function countPrintedText(page: Page, margin: string): Promise<number[]> {
  const margins = { top: margin, right: margin, bottom: margin, left: margin };
  const pdf = (await page.pdf({ format: 'A4', margin: margins })).toString('latin1');
  return [...pdf.matchAll(SHEET)].map(([, object]) => {
    const [head = ''] = new RegExp(`\\n${object} 0 obj\\s*<<[^>]*>>\\s*stream\\r?\\n`).exec(pdf) ?? [];
    const from = pdf.indexOf(head) + head.length;
    const stream = Buffer.from(pdf.slice(from, pdf.indexOf('endstream', from)), 'latin1');
    return (
      inflateSync(stream)
        .toString('latin1')
        .match(/T[jJ]\b/g)?.length ?? 0
    );
  });
}
