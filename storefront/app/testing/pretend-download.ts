import { vi } from 'vitest';

/** Files that a page hands to the browser, in place of saving them: a click on a link to one would open it as a page. */
export function pretendDownload() {
  const names: string[] = [];
  const files = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function saveFile(this: HTMLAnchorElement) {
    names.push(this.download);
  });
  return { names, readFile: async (place = 0) => (files.mock.calls[place]?.[0] as Blob | undefined)?.text() };
}
