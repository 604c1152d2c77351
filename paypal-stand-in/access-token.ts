import { createHmac, timingSafeEqual } from 'node:crypto';
import { makeId } from './ids.ts';
import { Problem } from './problem.ts';
import type { Call, Handler, StandIn } from './stand-in.ts';

/** About nine hours, as PayPal's live. */
const LIFE_SECONDS = 32_400;
const PREFIX = 'A21AA';

/** POST /v1/oauth2/token: client credentials become a token that carries its own end, so it outlives a restart. */
export const issueToken: Handler = ({ settings, store }, call) => {
  const basic = /^Basic (.+)$/i.exec(call.header('authorization') ?? '')?.[1] ?? '';
  const expected = Buffer.from(`${settings.clientId}:${settings.clientSecret}`).toString('base64');
  if (!same(basic, expected)) {
    return {
      status: 401,
      body: { error: 'invalid_client', error_description: 'The client id or the secret is not the one set here.' },
    };
  }
  if (!(call.body instanceof URLSearchParams) || call.body.get('grant_type') !== 'client_credentials') {
    return {
      status: 400,
      body: { error: 'unsupported_grant_type', error_description: 'Send grant_type=client_credentials as a form.' },
    };
  }
  const end = `${store.now() + LIFE_SECONDS * 1000}.${makeId()}`;
  return {
    status: 200,
    body: {
      scope: 'https://uri.paypal.com/services/payments/payment openid',
      access_token: `${PREFIX}${end}.${sign(settings.clientSecret, end)}`,
      token_type: 'Bearer',
      app_id: 'APP-STAND1N',
      expires_in: LIFE_SECONDS,
      nonce: `${new Date(store.now()).toISOString()}${makeId()}`,
    },
  };
};

/** 401 unless the call carries a token of ours that has not ended by the stand-in's clock. */
export function requireToken({ settings, store }: StandIn, call: Pick<Call, 'header'>): void {
  const token = /^Bearer (.+)$/i.exec(call.header('authorization') ?? '')?.[1] ?? '';
  const [end = '', salt = '', signature = ''] = token.slice(PREFIX.length).split('.');
  const genuine = token.startsWith(PREFIX) && same(signature, sign(settings.clientSecret, `${end}.${salt}`));
  if (!genuine || Number(end) <= store.now()) throw new Problem(401);
}

/** POST /v1/identity/generate-token: what hosted card fields would be given. */
export const makeClientToken: Handler = () => ({
  status: 200,
  body: { client_token: Buffer.from(`stand-in:${makeId()}`).toString('base64'), expires_in: 3600 },
});

const sign = (secret: string, what: string) => createHmac('sha256', secret).update(what).digest('base64url');

const same = (one: string, other: string) => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};
