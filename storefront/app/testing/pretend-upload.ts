import { vi } from 'vitest';

type Loaded = { loaded: number; total: number };

/**
 * What sends a file in place of the browser's. Returns what was sent, and what the shop does about the last of it; an answer without
 * status is none: the connection broke.
 */
export function pretendUpload() {
  const sent: { path: string; form: FormData }[] = [];
  let last: Upload | undefined;

  class Upload {
    upload: { onprogress?(loaded: Loaded): void } = {};
    onloadend?: () => void;
    status = 0;
    responseText = '';
    path = '';
    open(_method: string, path: string) {
      this.path = path;
    }
    setRequestHeader() {}
    abort() {
      this.onloadend?.();
    }
    send(form: FormData) {
      sent.push({ path: this.path, form });
      last = this;
    }
  }
  vi.stubGlobal('XMLHttpRequest', Upload);

  return {
    sent,
    progress: (loaded: number, total: number) => last?.upload.onprogress?.({ loaded, total }),
    answer(status = 0, body?: unknown) {
      if (!last) throw new Error('Nothing was sent.');
      Object.assign(last, { status, responseText: body === undefined ? '' : JSON.stringify(body) });
      last.onloadend?.();
    },
  };
}
