import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react';
import { shrinkPhoto } from './shrink-photo.ts';

/** The camera, and the photo it took. Only with scripts: a form without them takes no files. */
export function PhotoChoice() {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState<string>();
  const [isHidden, setHidden] = useState(false);
  const [canChoose, setCanChoose] = useState(false);
  useEffect(() => setCanChoose(true), []);
  if (!canChoose) return null;

  const choose = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0];
    setHidden(false);
    if (!file) return setShown(undefined);
    const { photo, address } = await shrinkPhoto(file);
    setShown(address);
    setHidden(address === undefined);
    // What is sent is what is shown: a small one, which goes through a weak signal.
    const files = new DataTransfer();
    files.items.add(photo);
    if (input.current) input.current.files = files.files;
  };

  return (
    <div className="grid gap-2">
      {shown && (
        <img
          className="w-full max-h-[36vh] rounded-square object-cover"
          src={shown}
          alt="The flowers, as photographed now"
        />
      )}
      <label htmlFor={id} className="desk-button line big">
        {shown || isHidden ? 'Again' : 'Take a photo'}
      </label>
      <input
        ref={input}
        id={id}
        className="sr-only"
        type="file"
        name="photo"
        accept="image/*"
        capture="environment"
        onChange={(event) => void choose(event)}
      />
      {isHidden && <p role="status">The photo is kept. This phone cannot show one of its kind.</p>}
      <p className="text-soft">The buyer sees it. Door and flowers, no faces.</p>
    </div>
  );
}
