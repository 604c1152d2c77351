import { MAKING } from './draft-picture.tsx';
import type { PhotoPlace, Photos } from './use-photos.ts';

/** Photos that are on their way, with how much of each is gone, or why it was not taken. */
export const SendingPhotos = ({ place, photos }: { place: PhotoPlace; photos: Photos }) =>
  photos.sending
    .filter((one) => one.place === place)
    .map((one) => (
      <li className="grid gap-1.5 content-start min-w-0 data-dragged:opacity-50" key={one.key}>
        <div className={MAKING}>
          <p className="text-small font-semibold">{one.file.name}</p>
          {one.error ? (
            <>
              <p className="text-error font-semibold" role="alert">
                {one.error}
              </p>
              <button type="button" className="desk-button line mid" onClick={() => photos.sendAgain(one)}>
                Send it again
              </button>
            </>
          ) : (
            <progress
              className="w-full accent-leaf-700"
              max={1}
              value={one.part}
              aria-label={`Sending ${one.file.name}`}
            />
          )}
          <button type="button" className="desk-button plain mid" onClick={() => photos.stop(one.key)}>
            {one.error ? 'Leave it' : 'Stop'}
          </button>
        </div>
      </li>
    ));
