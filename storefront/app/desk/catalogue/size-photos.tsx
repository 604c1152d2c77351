import { BOUQUET_LIMITS as MOST } from '#contract/bouquet-limits.ts';
import { SIZES, type Size } from '#contract/sizes.ts';
import type { Draft, DraftSize } from './draft.ts';
import { DraftPicture } from './draft-picture.tsx';
import { PHOTO_KINDS, PHOTOS } from './photo-section.tsx';
import { SendingPhotos } from './sending-photos.tsx';
import { SIZE_NAMES } from './size-names.ts';
import type { Photos } from './use-photos.ts';

type Props = { draft: Draft; setSize(size: Size, changes: Partial<DraftSize>): void; photos: Photos };

/** A photo of each size, taken from one place so that they compare. Without one the shop shows the first photo. */
export function SizePhotos({ draft, setSize, photos }: Props) {
  return (
    <details>
      <summary className="desk-button plain">Photos of the sizes</summary>
      <p className="text-small text-soft">All from the same place, so that they compare. A size may do without.</p>
      <ul className={PHOTOS}>
        {SIZES.filter((size) => draft.sizes[size].isOn).map((size) => {
          const { photo } = draft.sizes[size];
          const name = SIZE_NAMES[size];
          return (
            <li className="grid gap-1.5 content-start min-w-0 data-dragged:opacity-50" key={size}>
              <b>{name}</b>
              {photo ? (
                <>
                  <input type="hidden" name={`photo-${size}`} value={photo.picture?.id ?? ''} />
                  <DraftPicture photo={photo} photos={photos} />
                  <textarea
                    className="desk-input"
                    name={`alt-${size}`}
                    rows={2}
                    maxLength={MOST.alt}
                    aria-label={`What the photo of ${size} shows, in words`}
                    value={photo.alt}
                    onChange={({ currentTarget }) => setSize(size, { photo: { ...photo, alt: currentTarget.value } })}
                  />
                  <button
                    type="button"
                    className="desk-button plain mid"
                    aria-label={`Take it out: photo of ${size}`}
                    onClick={() => setSize(size, { photo: null })}
                  >
                    Take it out
                  </button>
                </>
              ) : (
                <label className="desk-button line mid relative focus-within:outline-2 focus-within:outline-leaf-700 focus-within:outline-offset-3">
                  Choose<span className="sr-only"> a photo of {size}</span>
                  <input
                    type="file"
                    className="sr-only"
                    accept={PHOTO_KINDS}
                    onChange={({ currentTarget }) => {
                      void photos.add([...(currentTarget.files ?? [])], size);
                      currentTarget.value = '';
                    }}
                  />
                </label>
              )}
              <ul>
                <SendingPhotos place={size} photos={photos} />
              </ul>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
