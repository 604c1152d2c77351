import { DeviceMark } from '#contract/accounts.ts';

const KEY = 'device_mark';

/** What this browser sends with a login: the mark by which the shop knows it again, if it was given one. Logging out keeps it. */
export function deviceMark(): { device_mark?: DeviceMark } {
  try {
    const { data } = DeviceMark.safeParse(localStorage.getItem(KEY));
    return data === undefined ? {} : { device_mark: data };
  } catch {
    // Where storage is forbidden, every login is one from a new device.
    return {};
  }
}

/** Keeps the mark in an answer of the shop. */
export function storeDeviceMark(answer: unknown): void {
  const { data } = DeviceMark.safeParse((answer as { device_mark?: unknown } | null)?.device_mark);
  if (data === undefined) return;
  try {
    localStorage.setItem(KEY, data);
  } catch {
    // As above.
  }
}
