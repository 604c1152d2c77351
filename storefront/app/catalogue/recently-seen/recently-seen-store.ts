const KEY = 'recently_seen';
const MOST = 12;

/** The bouquets whose pages were opened in this browser, the latest first. The list itself is never sent. */
export function readRecentlySeen(): number[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => Number.isInteger(id) && id > 0).slice(0, MOST) : [];
  } catch {
    // Storage is forbidden, or somebody wrote something else into it.
    return [];
  }
}

function store(ids: number[]): void {
  try {
    if (ids.length > 0) localStorage.setItem(KEY, JSON.stringify(ids.slice(0, MOST)));
    else localStorage.removeItem(KEY);
  } catch {
    // Storage is forbidden or full: nothing is remembered.
  }
}

export const rememberSeen = (id: number): void => store([id, ...readRecentlySeen().filter((other) => other !== id)]);

/** For those that are no longer sold. */
export const forgetSeen = (gone: number[]): void => store(readRecentlySeen().filter((id) => !gone.includes(id)));

export const clearRecentlySeen = (): void => store([]);
