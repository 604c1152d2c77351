import { DeviceMark } from '#contract/accounts.ts';
import { toRecord } from '../../api/to-record.ts';

const KEY = 'device_mark';

/** The mark by which the shop recognises this browser, sent with a login. Logging out does not clear it. */
export function readDeviceMark(): { device_mark?: DeviceMark } {
  try {
    const { data } = DeviceMark.safeParse(localStorage.getItem(KEY));
    return data === undefined ? {} : { device_mark: data };
  } catch {
    // Where storage is forbidden, every login is one from a new device.
    return {};
  }
}

/** Stores the mark from the response to a login. */
export function storeDeviceMark(response: unknown): void {
  const { data } = DeviceMark.safeParse(toRecord(response).device_mark);
  if (data === undefined) return;
  try {
    localStorage.setItem(KEY, data);
  } catch {
    // As above.
  }
}
