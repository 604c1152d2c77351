import type { MakeSwap, Swap } from '#contract/desk-swaps.ts';
import type { Deps } from '#server/deps.ts';
import { Invalid } from '#server/errors.ts';
import { withPhotoFile } from '#server/features/claims/photos/photo-file.ts';
import { photoKind } from '#server/features/claims/photos/photo-kind.ts';
import { reencodePhoto, WRONG_KIND } from '#server/features/claims/photos/reencode-photo.ts';
import type { DoneBy } from '#server/features/staff/done-by.ts';
import { makeSwap } from '#server/features/tying/swaps/make-swap.ts';

/** Makes a swap; its photo is re-encoded first, as those of claims are, so that only the picture of it remains. */
export async function swapFlower(
  deps: Deps,
  by: DoneBy,
  orderId: number,
  { photo, ...wanted }: MakeSwap,
): Promise<{ swap: Swap; isNew: boolean }> {
  const bytes = photo === undefined ? undefined : Buffer.from(photo, 'base64');
  return makeSwap(deps, by, orderId, wanted, bytes && (await reencode(deps, bytes)));
}

async function reencode(deps: Deps, bytes: Buffer): Promise<Buffer> {
  const kind = bytes.length > 100 ? photoKind(bytes) : undefined;
  if (!kind) throw new Invalid({ photo: [WRONG_KIND] });
  return withPhotoFile(deps, async (file) => {
    await file.append(bytes);
    return reencodePhoto(deps, kind, file.fd);
  });
}
