import type { Tokens } from '#contract/accounts.ts';
import { storeTokens } from '../session/session-store.ts';

let sessions = 0;

/** Tokens as the shop makes them, good for an hour, each time of another session. */
export function makeTokens(): Tokens {
  sessions += 1;
  const claims = { sid: `session-${sessions}`, sub: `person-${sessions}`, exp: Math.floor(Date.now() / 1000) + 3_600 };
  return { access: `head.${btoa(JSON.stringify(claims))}.sign`, refresh: `refresh-${sessions}` };
}

/** Somebody is signed in in this browser. */
export function pretendSignedIn(): Tokens {
  const tokens = makeTokens();
  storeTokens(tokens);
  return tokens;
}
