import { useEffect, useId, useState } from 'react';
import { Icon } from '../ui/icon.tsx';
import { PHOTO_TYPES } from './check-photo.ts';
import { toDataUrl } from './to-data-url.ts';

type Props = {
  photo: File | undefined;
  error: string | undefined;
  disabled: boolean;
  onChoose: (photo: File) => void;
};

/** Chooses one photo, from the camera or from files, and shows it. It can be dropped here as well. */
export function PhotoField({ photo, error, disabled, onChoose }: Props) {
  const id = useId();
  return (
    <div className="grid min-w-0 content-start gap-[7px]">
      {photo && <Preview photo={photo} />}
      <label className="photo-choice">
        <input
          id={id}
          type="file"
          accept={PHOTO_TYPES.join(',')}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-error ${id}-hint`}
          onChange={({ target }) => {
            const [chosen] = target.files ?? [];
            if (chosen) onChoose(chosen);
            // Cleared, so that choosing the same file again fires `change`.
            target.value = '';
          }}
        />
        <Icon name="camera" className="size-5" />
        {photo ? 'Choose another photo' : 'Choose a photo'}
      </label>
      <p id={`${id}-hint`} className="text-small text-soft">
        JPEG, PNG, WebP or HEIC, up to 10 MB.
      </p>
      <div id={`${id}-error`} role="status">
        {error && (
          <p className="field-error">
            <Icon name="warning" className="mt-px size-[1.125rem]" />
            <span>{error}</span>
          </p>
        )}
      </div>
    </div>
  );
}

function Preview({ photo }: { photo: File }) {
  const [address, setAddress] = useState('');
  const [unseen, setUnseen] = useState(false);

  useEffect(() => {
    let current = true;
    setAddress('');
    setUnseen(false);
    toDataUrl(photo).then(
      (made) => current && setAddress(made),
      () => current && setUnseen(true),
    );
    return () => {
      current = false;
    };
  }, [photo]);

  return (
    <figure className="grid gap-1.5">
      {unseen ? (
        <p className="rounded-square bg-lift p-4 text-small">
          This browser cannot show the photo. You can send it all the same.
        </p>
      ) : (
        <span className="grid aspect-4/3 place-items-center overflow-hidden rounded-square bg-lift">
          {address && (
            <img
              src={address}
              alt="The one you chose"
              className="size-full object-contain"
              onError={() => setUnseen(true)}
            />
          )}
        </span>
      )}
      <figcaption className="truncate text-micro text-soft">{photo.name}</figcaption>
    </figure>
  );
}
