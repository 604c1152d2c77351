import { useCallback, useEffect, useRef, useState } from 'react';
import { SIZES, type Size } from '#contract/sizes.ts';
import { send, toRefusal } from '../send.ts';
import type { Draft, DraftPhoto } from './draft.ts';
import { NotSent, sendPhoto } from './send-photo.ts';

/** Where a photo goes: among the photos of the bouquet, or to one size. */
export type PhotoPlace = 'photos' | Size;
export type Sending = { key: string; file: File; place: PhotoPlace; part: number; error?: string };

const AGAIN_MS = 1_500;

type PhotosOptions = { draft: Draft; change(changes: (draft: Draft) => Draft): void };

export type Photos = ReturnType<typeof usePhotos>;

const listAll = ({ photos, sizes }: Draft): DraftPhoto[] => [
  ...photos,
  ...SIZES.flatMap((size) => sizes[size].photo ?? []),
];

/** The draft with one photo changed, wherever it is. */
const withPhoto = (draft: Draft, photo: number, changes: (known: DraftPhoto) => DraftPhoto): Draft => {
  const apply = (known: DraftPhoto) => (known.photo === photo ? changes(known) : known);
  const sizes = { ...draft.sizes };
  for (const size of SIZES) {
    const { photo: own } = sizes[size];
    if (own) sizes[size] = { ...sizes[size], photo: apply(own) };
  }
  return { ...draft, photos: draft.photos.map(apply), sizes };
};

/** Photos on their way into a draft: being sent, one after the other, and then being made into pictures by the shop. */
export function usePhotos({ draft, change }: PhotosOptions) {
  const [sending, setSending] = useState<Sending[]>([]);
  const [failed, setFailed] = useState<ReadonlyMap<number, string>>(new Map());
  const stops = useRef(new Map<string, AbortController>());
  const count = useRef(0);

  const set = useCallback((key: string, changes: Partial<Sending> | undefined) => {
    setSending((known) =>
      changes === undefined
        ? known.filter((one) => one.key !== key)
        : known.map((one) => (one.key === key ? { ...one, ...changes } : one)),
    );
  }, []);

  const sendOne = useCallback(
    async ({ key, file, place }: Sending) => {
      const stop = new AbortController();
      stops.current.set(key, stop);
      set(key, { part: 0 });
      try {
        const { id } = await sendPhoto(file, { onProgress: (part) => set(key, { part }), signal: stop.signal });
        const photo: DraftPhoto = { key: `photo-${id}`, alt: '', picture: null, photo: id };
        change((known) =>
          place === 'photos'
            ? { ...known, photos: [...known.photos, photo] }
            : { ...known, sizes: { ...known.sizes, [place]: { ...known.sizes[place], photo } } },
        );
        set(key, undefined);
      } catch (error) {
        set(key, { error: error instanceof NotSent ? error.message : 'The photo could not be sent.' });
      } finally {
        stops.current.delete(key);
      }
    },
    [change, set],
  );

  const add = async (files: Iterable<File>, place: PhotoPlace) => {
    const added = [...files].map((file): Sending => {
      count.current += 1;
      return { key: `sending-${count.current}`, file, place, part: 0 };
    });
    setSending((known) => [...known, ...added]);
    for (const one of added) await sendOne(one);
  };

  const isMaking = listAll(draft).flatMap(({ photo, picture }) =>
    photo !== undefined && !picture && !failed.has(photo) ? [photo] : [],
  );
  const asked = isMaking.join(' ');
  useEffect(() => {
    if (asked === '') return;
    const ask = async (photo: number) => {
      const asking = send('GET', `/api/desk/catalogue/photos/${photo}/`);
      const { state, reason, picture } = await asking.catch((error) => {
        const { status, message } = toRefusal(error);
        // Not reached: it is asked for again.
        if (status !== 404) return { state: 'waiting', reason: null, picture: null };
        return { state: 'failed', reason: message, picture: null };
      });
      if (state === 'made' && picture)
        change((known) => withPhoto(known, photo, ({ photo: _, ...own }) => ({ ...own, picture })));
      if (state === 'failed') setFailed((known) => new Map(known).set(photo, reason ?? 'No picture could be made.'));
    };
    const askAll = () => {
      for (const photo of asked.split(' ').map(Number)) void ask(photo);
    };
    askAll();
    const timer = setInterval(askAll, AGAIN_MS);
    return () => clearInterval(timer);
  }, [asked, change]);

  return {
    sending,
    failed,
    /** Whether something has to be waited for, or put right, before the bouquet can be saved. */
    isWaiting: sending.some(({ error }) => !error) || listAll(draft).some(({ picture }) => !picture),
    add,
    sendAgain(one: Sending) {
      setSending((known) => known.map((other) => (other.key === one.key ? withoutError(other) : other)));
      void sendOne(one);
    },
    stop(key: string) {
      stops.current.get(key)?.abort();
      set(key, undefined);
    },
    /** Has the shop try again to make a picture. */
    retry(photo: number) {
      const again = () => setFailed((known) => new Map([...known].filter(([other]) => other !== photo)));
      void send('POST', `/api/desk/catalogue/photos/${photo}/retry/`).then(again, () => {});
    },
  };
}

const withoutError = ({ error: _, ...one }: Sending): Sending => one;
