import type { FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { Invalid } from '#server/errors.ts';
import { networkOf } from '#server/platform/http/limits/network-of.ts';
import { DECODING_LIMITS, HEIC_LIMITS, LONGEST_SIDE } from './decode-in-child.ts';
import { withPhotoFile } from './photo-file.ts';
import { readPhotoForm, type SentPhoto } from './read-photo-form.ts';
import { reencodePhoto, WRONG_KIND } from './reencode-photo.ts';
import { createUploadSlots } from './upload-slots.ts';

/** Of staff: however many customers send photos, a driver's is received. */
const withUploadSlot = createUploadSlots();

const LIMITS = { fields: 9, tooMany: 'Please send one photo and a few lines of text, and nothing else.' };

/** Receives a form of staff with a photo or without, and draws the photo anew as those of customers, or larger. */
export async function receivePhoto(
  deps: Pick<Deps, 'decodePhoto' | 'log'>,
  request: FastifyRequest,
  staffId: number,
  longestSide = LONGEST_SIDE,
): Promise<{ fields: Record<string, unknown>; photo: Buffer | null }> {
  // The address is undefined if the connection is closed already.
  return withUploadSlot({ userId: staffId, network: networkOf(request.ip ?? '') }, (slot) =>
    withPhotoFile(deps, async (file) => {
      const { photo, ...fields } = await readPhotoForm(request, file, slot, LIMITS);
      slot.arrived();
      const sent = (photo || undefined) as Partial<SentPhoto> | undefined;
      if (sent === undefined || sent.bytes === 0) return { fields, photo: null };
      if (!sent.kind) throw new Invalid({ photo: [WRONG_KIND] });
      const limits = sent.kind === 'heic' ? HEIC_LIMITS : DECODING_LIMITS;
      return { fields, photo: await reencodePhoto(deps, sent.kind, file.fd, { ...limits, longestSide }) };
    }),
  );
}
