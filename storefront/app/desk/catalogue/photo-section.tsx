import { useRef, useState } from 'react';
import { LEAST_PHOTO, BOUQUET_LIMITS as MOST } from '#contract/bouquet-limits.ts';
import { MAX_PHOTO_BYTES } from '#contract/limits.ts';
import { Wrong } from '../ui/field.tsx';
import type { Draft, DraftPhoto } from './draft.ts';
import { DraftPicture } from './draft-picture.tsx';
import { EditorSection } from './editor-section.tsx';
import { SendingPhotos } from './sending-photos.tsx';
import type { Errors } from './use-editing.ts';
import type { Photos } from './use-photos.ts';

/** As many beside each other as there is room for. */
export const PHOTOS = 'grid grid-cols-3 gap-4 pt-3.5 max-phone:grid-cols-2 max-[24em]:grid-cols-1';

type Props = { draft: Draft; change(changes: Partial<Draft>): void; photos: Photos; errors: Errors };

export const PHOTO_KINDS = 'image/jpeg,image/png,image/webp,image/heic,image/heif,.heic';

const move = (photos: DraftPhoto[], key: string, to: number): DraftPhoto[] => {
  const moved = photos.find((photo) => photo.key === key);
  if (!moved) return photos;
  const rest = photos.filter((photo) => photo !== moved);
  return [...rest.slice(0, to), moved, ...rest.slice(to)];
};

/** The photos of a bouquet: dropped or chosen, in any order, each with what it shows in words. */
export function PhotoSection({ draft, change, photos, errors }: Props) {
  const [dragged, setDragged] = useState<string>();
  const [isOver, setOver] = useState(false);
  const [said, setSaid] = useState('');
  const section = useRef<HTMLElement>(null);
  const list = draft.photos;
  const set = (key: string, alt: string) =>
    change({ photos: list.map((photo) => (photo.key === key ? { ...photo, alt } : photo)) });
  const moveTo = (key: string, to: number, direction: 'earlier' | 'later') => {
    change({ photos: move(list, key, to) });
    setSaid(`Photo ${to + 1} of ${list.length}.`);
    // The button has moved with its photo, or is gone at an end: then the other one has the focus.
    requestAnimationFrame(() => {
      const tile = section.current?.querySelectorAll<HTMLElement>('[data-photos] > li')[to];
      const wanted = tile?.querySelector<HTMLButtonElement>(`[data-move="${direction}"]:not(:disabled)`);
      (wanted ?? tile?.querySelector<HTMLButtonElement>('[data-move]:not(:disabled)'))?.focus();
    });
  };
  return (
    <EditorSection title="Photos" id="ed-photos" ref={section}>
      <Wrong name="pictures" id="ed-photos-words" />
      <ul data-photos="" className={PHOTOS}>
        {list.map((photo, index) => (
          <li
            className="grid gap-1.5 content-start min-w-0 data-dragged:opacity-50 cursor-grab data-dragged:opacity-50"
            key={photo.key}
            draggable
            data-dragged={dragged === photo.key || undefined}
            onDragStart={({ dataTransfer }) => {
              dataTransfer.effectAllowed = 'move';
              dataTransfer.setData('text/plain', photo.key);
              setDragged(photo.key);
            }}
            onDragEnd={() => setDragged(undefined)}
            onDragOver={(event) => dragged && event.preventDefault()}
            onDrop={(event) => {
              if (!dragged) return;
              event.preventDefault();
              change({ photos: move(list, dragged, index) });
            }}
          >
            <input type="hidden" name="photo" value={photo.picture?.id ?? ''} />
            <DraftPicture photo={photo} photos={photos} />
            <div className="flex items-center text-soft text-micro max-[24em]:flex-wrap">
              <span className="flex-1">
                {index + 1}
                {index === 0 && <span className="max-phone:hidden">, whole bouquet</span>}
              </span>
              <button
                type="button"
                className="desk-round disabled:text-rule disabled:cursor-not-allowed"
                data-move="earlier"
                aria-label={`Move photo ${index + 1} earlier`}
                disabled={index === 0}
                onClick={() => moveTo(photo.key, index - 1, 'earlier')}
              >
                ‹
              </button>
              <button
                type="button"
                className="desk-round disabled:text-rule disabled:cursor-not-allowed"
                data-move="later"
                aria-label={`Move photo ${index + 1} later`}
                disabled={index === list.length - 1}
                onClick={() => moveTo(photo.key, index + 1, 'later')}
              >
                ›
              </button>
              <button
                type="button"
                className="desk-round disabled:text-rule disabled:cursor-not-allowed"
                aria-label={`Take photo ${index + 1} out`}
                onClick={() => change({ photos: list.filter(({ key }) => key !== photo.key) })}
              >
                ×
              </button>
            </div>
            <textarea
              className="desk-input"
              name="alt"
              rows={3}
              required
              maxLength={MOST.alt}
              aria-label={`What photo ${index + 1} shows, in words`}
              aria-invalid={errors.pictures !== undefined && photo.alt.trim() === ''}
              aria-describedby="ed-photos-words"
              placeholder="What it shows, for those who cannot see it"
              value={photo.alt}
              onChange={({ currentTarget }) => set(photo.key, currentTarget.value)}
            />
          </li>
        ))}
        <SendingPhotos place="photos" photos={photos} />
        {list.length < MOST.pictures && (
          <li className="group max-phone:col-span-full" data-over={isOver || undefined}>
            <label
              className="relative grid gap-1.5 content-center justify-items-center aspect-4/5 p-4 border-2 border-dashed border-control rounded-soft text-center cursor-pointer hover:bg-sage max-phone:aspect-auto hover:bg-sage group-data-over:bg-sage focus-within:outline-2 focus-within:outline-leaf-700 focus-within:outline-offset-3"
              onDragOver={(event) => {
                if (!event.dataTransfer.types.includes('Files')) return;
                event.preventDefault();
                setOver(true);
              }}
              onDragLeave={() => setOver(false)}
              onDrop={(event) => {
                event.preventDefault();
                setOver(false);
                void photos.add([...event.dataTransfer.files].slice(0, MOST.pictures - list.length), 'photos');
              }}
            >
              <b>Drop a photo here</b>
              <span className="text-small text-soft">
                or press to choose. JPEG, PNG, WebP or HEIC, portrait, at least {LEAST_PHOTO.width} ×{' '}
                {LEAST_PHOTO.height}, at most {MAX_PHOTO_BYTES / 1024 / 1024} MB.
              </span>
              <input
                type="file"
                className="sr-only"
                accept={PHOTO_KINDS}
                multiple
                onChange={({ currentTarget }) => {
                  void photos.add([...(currentTarget.files ?? [])].slice(0, MOST.pictures - list.length), 'photos');
                  currentTarget.value = '';
                }}
              />
            </label>
          </li>
        )}
      </ul>
      <p className="sr-only" role="status">
        {said}
      </p>
    </EditorSection>
  );
}
