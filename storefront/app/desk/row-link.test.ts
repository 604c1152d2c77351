import type { MouseEvent } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { followRowLink } from './row-link.tsx';

/** What `closest` of an element says; the rest of a document is not needed here. */
class FakeElement {
  readonly href: string | null;
  constructor(href: string | null) {
    this.href = href;
  }
  closest() {
    return this.href === null ? null : { getAttribute: () => this.href };
  }
}
vi.stubGlobal('Element', FakeElement);

const navigate = vi.fn();
beforeEach(() => navigate.mockReset());

const press = (more: Partial<MouseEvent> = {}, href: string | null = '/desk/ticket/7') => {
  const preventDefault = vi.fn();
  const event = { target: new FakeElement(href), button: 0, defaultPrevented: false, preventDefault, ...more };
  followRowLink(event as unknown as MouseEvent, navigate);
  return preventDefault.mock.calls.length > 0;
};

test('a press on a row goes to its page without loading the document', () => {
  expect(press()).toBe(true);
  expect(navigate).toHaveBeenCalledExactlyOnceWith('/desk/ticket/7');
});

test.each([
  { metaKey: true },
  { ctrlKey: true },
  { shiftKey: true },
  { altKey: true },
  { button: 1 },
  { defaultPrevented: true },
])('%o is the browser’s own', (more) => {
  expect(press(more)).toBe(false);
  expect(navigate).not.toHaveBeenCalled();
});

test('a press elsewhere goes nowhere', () => {
  expect(press({}, null)).toBe(false);
  expect(navigate).not.toHaveBeenCalled();
});
