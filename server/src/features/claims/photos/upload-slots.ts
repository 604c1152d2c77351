import { Busy } from '#server/errors.ts';

export type Uploader = { userId: number; network: string };
export type UploadSlot = {
  /** Aborted when a faster upload needs the slot. */
  readonly signal: AbortSignal;
  /** Called with each piece as it arrives. */
  received(bytes: number): void;
  /** The upload is complete: its pace does not matter any more. */
  arrived(): void;
};

export const UPLOAD_SLOTS = {
  all: 8,
  perPerson: 2,
  perNetwork: 4,
  longestWaitMs: 15_000,
  /** An upload that stalls for so long, or stays below the pace for a while, is aborted; only while others wait. */
  graceMs: 10_000,
  /** Below this not even a photo of 1 MB would arrive within the time that a request has. */
  bytesPerSecond: 8 * 1024,
  checkMs: 500,
};

type Upload = Uploader & { controller: AbortController; isReceiving: boolean; paceUntil: number };
type Waiting = Uploader & { start(): void };

/**
 * Limits the concurrency of uploads, in all, per user and per network. Requests beyond that wait unread. While some
 * wait, the slowest upload below the pace is aborted; without others waiting, a slow upload may take its time.
 */
export function createUploadSlots(limits = UPLOAD_SLOTS) {
  const uploads = new Set<Upload>();
  const waiting = new Set<Waiting>();
  let timer: NodeJS.Timeout | undefined;

  /** The uploads that fill the limit which this one would exceed: the user's own, those of the network, or all. */
  function findBlockers({ userId, network }: Uploader): Upload[] | undefined {
    const all = [...uploads];
    const own = all.filter((upload) => upload.userId === userId);
    if (own.length >= limits.perPerson) return own;
    const near = all.filter((upload) => upload.network === network);
    if (near.length >= limits.perNetwork) return near;
    return all.length >= limits.all ? all : undefined;
  }

  function startWaiting(): void {
    for (const one of waiting) if (!findBlockers(one)) one.start();
    if (waiting.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  function abortSlowest(): void {
    const now = performance.now();
    for (const one of waiting) {
      const slow = (findBlockers(one) ?? []).filter(({ isReceiving, paceUntil }) => isReceiving && paceUntil < now);
      const slowest = slow.sort((a, b) => a.paceUntil - b.paceUntil)[0];
      slowest?.controller.abort();
      // One is enough: the next check may find that all fit.
      if (slowest) return;
    }
  }

  function start({ userId, network }: Uploader): Upload {
    const paceUntil = performance.now() + limits.graceMs;
    const upload = { userId, network, controller: new AbortController(), isReceiving: true, paceUntil };
    uploads.add(upload);
    return upload;
  }

  function acquireSlot(uploader: Uploader): Promise<Upload> {
    if (!findBlockers(uploader)) return Promise.resolve(start(uploader));
    return new Promise((resolve, reject) => {
      const one: Waiting = {
        ...uploader,
        start() {
          leave();
          resolve(start(uploader));
        },
      };
      const leave = () => {
        clearTimeout(tooLate);
        waiting.delete(one);
      };
      const tooLate = setTimeout(() => {
        leave();
        reject(new Busy());
      }, limits.longestWaitMs);
      waiting.add(one);
      timer ??= setInterval(abortSlowest, limits.checkMs).unref();
    });
  }

  return async <T>(uploader: Uploader, receive: (slot: UploadSlot) => Promise<T>): Promise<T> => {
    const upload = await acquireSlot(uploader);
    const slot: UploadSlot = {
      signal: upload.controller.signal,
      received(bytes) {
        const now = performance.now();
        // A fast upload earns credit, but never more than the grace period.
        const earnedMs = (bytes / limits.bytesPerSecond) * 1000;
        upload.paceUntil = Math.min(upload.paceUntil + earnedMs, now + limits.graceMs);
      },
      arrived() {
        upload.isReceiving = false;
      },
    };
    try {
      return await receive(slot);
    } finally {
      uploads.delete(upload);
      startWaiting();
    }
  };
}
