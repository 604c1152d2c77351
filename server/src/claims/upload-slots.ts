import { Busy } from '../errors.ts';

export type Uploader = { userId: number; network: string };
export type UploadSlot = {
  /** Aborted when the upload has to make room for another. */
  readonly signal: AbortSignal;
  /** Called with each piece as it arrives. */
  received(bytes: number): void;
  /** All of it is here: how fast it came does not matter any more. */
  arrived(): void;
};

export const UPLOAD_SLOTS = {
  all: 8,
  perPerson: 2,
  perNetwork: 4,
  longestWaitMs: 15_000,
  /** A line that stands still so long, or stays under the pace for a while, makes room; only when someone waits. */
  graceMs: 10_000,
  /** Below this not even a photo of 1 MB would arrive within the time that a request has. */
  bytesPerSecond: 8 * 1024,
  lookMs: 500,
};

type Upload = Uploader & { controller: AbortController; isReceiving: boolean; paceUntil: number };
type Waiting = Uploader & { enter(): void };

/**
 * Few uploads at once, of whom one person and one network have a part only. The others wait unread. While they wait, the
 * slowest upload that keeps less than the pace makes room; a slow line with nobody behind it takes its time.
 */
export function createUploadSlots(limits = UPLOAD_SLOTS) {
  const uploads = new Set<Upload>();
  const waiting = new Set<Waiting>();
  let timer: NodeJS.Timeout | undefined;

  /** Whose uploads stand in the way of one more: one's own, those of one's network, or everyone's. */
  function inTheWay({ userId, network }: Uploader): Upload[] | undefined {
    const all = [...uploads];
    const own = all.filter((upload) => upload.userId === userId);
    if (own.length >= limits.perPerson) return own;
    const near = all.filter((upload) => upload.network === network);
    if (near.length >= limits.perNetwork) return near;
    return all.length >= limits.all ? all : undefined;
  }

  function letIn(): void {
    for (const one of waiting) if (!inTheWay(one)) one.enter();
    if (waiting.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  function makeRoom(): void {
    const now = performance.now();
    for (const one of waiting) {
      const slow = (inTheWay(one) ?? []).filter(({ isReceiving, paceUntil }) => isReceiving && paceUntil < now);
      const slowest = slow.sort((a, b) => a.paceUntil - b.paceUntil)[0];
      slowest?.controller.abort();
      // One is enough: those behind may fit in then.
      if (slowest) return;
    }
  }

  function enter({ userId, network }: Uploader): Upload {
    const paceUntil = performance.now() + limits.graceMs;
    const upload = { userId, network, controller: new AbortController(), isReceiving: true, paceUntil };
    uploads.add(upload);
    return upload;
  }

  function untilPlace(who: Uploader): Promise<Upload> {
    if (!inTheWay(who)) return Promise.resolve(enter(who));
    return new Promise((resolve, reject) => {
      const one: Waiting = {
        ...who,
        enter() {
          leave();
          resolve(enter(who));
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
      timer ??= setInterval(makeRoom, limits.lookMs).unref();
    });
  }

  return async <T>(who: Uploader, receive: (place: UploadSlot) => Promise<T>): Promise<T> => {
    const upload = await untilPlace(who);
    const place: UploadSlot = {
      signal: upload.controller.signal,
      received(bytes) {
        const now = performance.now();
        // What comes faster than it must is saved up, but not for longer than anyone may stand still.
        const earnedMs = (bytes / limits.bytesPerSecond) * 1000;
        upload.paceUntil = Math.min(upload.paceUntil + earnedMs, now + limits.graceMs);
      },
      arrived() {
        upload.isReceiving = false;
      },
    };
    try {
      return await receive(place);
    } finally {
      uploads.delete(upload);
      letIn();
    }
  };
}
