/**
 * What this browser last knew of the address of the person signed in: `yes`, it is confirmed; `no`; or, as `no`, the day on which
 * the line that asks to confirm it was put away. A page knows from it, before anything is fetched, whether to keep a place for the line.
 */
const KEY = 'email_confirmed';

const today = () => new Date().toDateString();

export function readEmailState(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined;
  } catch {
    // Storage is forbidden: nobody is signed in.
    return undefined;
  }
}

/** What was put away stays away until the day is over. */
export function storeEmailState(isConfirmed: boolean): void {
  const known = readEmailState();
  if (isConfirmed) store('yes');
  else if (known === undefined || known === 'yes') store('no');
}

export const putAwayForToday = (): void => store(today());

/** Whether this browser knows that there is nothing to ask today. */
export const isNothingToAsk = (state: string | undefined): boolean => state === 'yes' || state === today();

function store(state: string): void {
  try {
    localStorage.setItem(KEY, state);
  } catch {
    // Storage is forbidden or full: the next page asks the shop.
  }
}

export const forgetEmailState = (): void => localStorage.removeItem(KEY);

/**
 * Marks the document where the line will stand, before the first paint: it would push the page down otherwise. Its text is a script
 * in the head of every page, so it uses nothing from outside.
 */
function markUnconfirmed(): void {
  try {
    const state = localStorage.getItem('email_confirmed');
    if (state && state !== 'yes' && state !== new Date().toDateString()) {
      document.documentElement.dataset.unconfirmed = '';
    }
  } catch {
    // Storage is forbidden: nobody is signed in.
  }
}

const CHARSET = '<meta charSet="utf-8"/>';

/** The page with that script. */
export const addUnconfirmedMark = (html: string, nonce: string): string =>
  html.replace(CHARSET, () => `${CHARSET}<script nonce="${nonce}">(${markUnconfirmed})()</script>`);
