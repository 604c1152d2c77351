import { BouquetPicture } from '../ui/bouquet-picture.tsx';
import type { DraftPhoto } from './draft.ts';
import type { Photos } from './use-photos.ts';

/** Where a picture will be. */
export const MAKING =
  'w-full h-auto aspect-4/5 rounded-square object-cover grid gap-2 content-center justify-items-center p-3.5 bg-deep text-center max-[24em]:aspect-auto';

/** A photo of a draft: its picture, or how far it is. */
export function DraftPicture({ photo, photos }: { photo: DraftPhoto; photos: Photos }) {
  const { picture, photo: sent = 0 } = photo;
  if (picture) return <BouquetPicture picture={picture} width={360} alt="" className="aspect-4/5 w-full" />;
  const reason = photos.failed.get(sent);
  return (
    <div className={MAKING} role="status">
      {reason === undefined ? (
        <p>The shop is making the picture…</p>
      ) : (
        <>
          <p className="text-error font-semibold">{reason}</p>
          <button type="button" className="desk-button line mid" onClick={() => photos.retry(sent)}>
            Try again
          </button>
        </>
      )}
    </div>
  );
}
