import { createPublicKey } from 'node:crypto';
import { anything, checkShape, record, text } from '../check-shape.ts';
import { refuseAll } from '../problem.ts';
import type { Handler } from '../stand-in.ts';
import { certificateUrl, isSigned } from './sign-event.ts';

export const verifyShape = record(
  {
    auth_algo: text(100),
    cert_url: text(500),
    transmission_id: text(50),
    transmission_sig: text(500),
    transmission_time: text(100),
    webhook_id: text(50, /^[a-zA-Z0-9]+$/),
    webhook_event: anything,
  },
  ['auth_algo', 'cert_url', 'transmission_id', 'transmission_sig', 'transmission_time', 'webhook_id', 'webhook_event'],
);

type Claim = Record<
  'auth_algo' | 'cert_url' | 'transmission_id' | 'transmission_sig' | 'transmission_time' | 'webhook_id',
  string
> & { webhook_event: unknown };

/** POST /v1/notifications/verify-webhook-signature: the check for clients that do not verify signatures themselves. */
export const verifySignature: Handler = (standIn, call) => {
  refuseAll(checkShape(verifyShape, call.body ?? {}));
  const claim = call.body as Claim;
  const genuine =
    claim.auth_algo === 'SHA256withRSA' &&
    claim.cert_url === certificateUrl(standIn) &&
    standIn.store.tables.webhooks.has(claim.webhook_id) &&
    isSigned(
      createPublicKey(standIn.key.privateKey),
      {
        id: claim.transmission_id,
        time: claim.transmission_time,
        webhookId: claim.webhook_id,
        body: JSON.stringify(claim.webhook_event),
      },
      claim.transmission_sig,
    );
  return { status: 200, body: { verification_status: genuine ? 'SUCCESS' : 'FAILURE' } };
};
