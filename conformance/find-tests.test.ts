import { describe, expect, test } from 'vitest';
import { findTests } from './find-tests.ts';

/** So that what is written out below is no template of our own. */
const DOLLAR = '$';

describe('the tests of a file', () => {
  test('are found with the groups around them, however they are quoted', () => {
    const source = `
      import { describe, test } from 'vitest';
      describe('a cart', () => {
        test('is empty', () => {});
        describe("that is Ada's", () => {
          test("isn't", async () => expect(/[)('"]/.test(')')).toBe(true));
        });
      });
      test('stands alone', () => {});`;
    expect(findTests(source)).toEqual(['a cart › is empty', "a cart › that is Ada's › isn't", 'stands alone']);
  });

  test('are found when they are told many times, with and without types, over a template', () => {
    const source = [
      "test.each([['a)', '('], [`b`, \"')\"]])('takes %s as %s', () => {});",
      "test.each<[string, () => string]>([['x', () => ')']])('makes %s', () => {});",
      "describe.each(Object.entries({ ')': 1 }))('%s', () => { test('holds', () => {}); });",
      `for (const one of [1]) test(\`shows ${DOLLAR}{\`${DOLLAR}{one})\`} and ${DOLLAR}{one}\`, () => {});`,
      "test.describe('A notice', () => { test.slow(); test('goes', async ({ page }) => {}); });",
    ].join('\n');
    expect(findTests(source)).toEqual(['takes %s as %s', 'makes %s', '%s › holds', 'shows … and …', 'A notice › goes']);
  });

  test('are none where they are skipped, spoken of or only look like one', () => {
    const source = `
      // test('in a comment', () => {});
      /* test('in another', () => {}); */
      const words = "test('in words', () => {});";
      test.skip('skipped', () => {});
      test.skip(({ isMobile }) => isMobile, 'Alike on a phone');
      test.step('a step', async () => {});
      contest('of another name', () => {});
      it.test('of an object', () => {});`;
    expect(findTests(source)).toEqual([]);
  });
});
