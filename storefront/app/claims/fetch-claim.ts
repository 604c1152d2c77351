import { Claim, ClaimPromise } from '#contract/claims.ts';
import { ApiError } from '../api/api-error.ts';
import { getJson } from '../api/client.ts';
import { upload } from '../api/upload.ts';

const pathOf = (orderId: number) => `/api/user/orders/${orderId}/claim/` as const;

/** The report about an order, or what is promised for one. */
export type Reporting = { claim: Claim } | ClaimPromise;

export async function fetchReporting(orderId: number): Promise<Reporting> {
  try {
    return { claim: Claim.parse(await getJson(pathOf(orderId))) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    return ClaimPromise.parse(await getJson(`${pathOf(orderId)}promise/`));
  }
}

type Report = { text: string; photo: File };

/** Reports damaged flowers. Sent twice, because a response was lost, it is still one report. */
export async function sendClaim(
  orderId: number,
  { text, photo }: Report,
  onProgress: (part: number) => void,
): Promise<Claim> {
  const form = new FormData();
  // The text first: the server reads the parts in order, and checks the text before the photo.
  form.append('text', text);
  form.append('photo', photo);
  return Claim.parse(await upload(pathOf(orderId), form, onProgress));
}

export const photoPathOf = (orderId: number) => `${pathOf(orderId)}photo/` as const;
