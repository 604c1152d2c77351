import { useState } from 'react';
import type { WishList, WishListLink } from '#contract/wish-list.ts';
import { callApi } from '../api/client.ts';
import { failureWords } from '../api/failure-words.ts';
import { announce } from '../ui/announce.tsx';
import { FormMessage } from '../ui/form-message.tsx';

const PATH = '/api/user/wish-list/link/';

/** Makes the link that shows one's list to others, and ends it. */
export function ShareList({ link: first }: { link: WishListLink | null }) {
  const [link, setLink] = useState(first);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');

  const change = async (call: { method: 'PUT' | 'DELETE'; body?: { shows_name: boolean } }, words: string) => {
    if (isBusy) return;
    setBusy(true);
    setProblem('');
    // The tick shows at once; if the shop refuses, it is as it was.
    if (link && call.body) setLink({ ...link, ...call.body });
    try {
      const { link: changed } = (await callApi(PATH, call)) as WishList;
      setLink(changed);
      announce(words);
    } catch (error) {
      setLink(link);
      setProblem(failureWords(error));
    }
    setBusy(false);
  };
  const share = (shows_name: boolean, words: string) => change({ method: 'PUT', body: { shows_name } }, words);

  return (
    <section aria-labelledby="share-title" className="mt-section max-w-measure">
      <h2 id="share-title" className="text-h3">
        Share your list
      </h2>
      <p className="mt-2 text-soft">
        Whoever has the link sees these bouquets as they are sold now, and nothing about you
        {link?.shows_name ? ' but your first name' : ''}. Nobody else finds it.
      </p>
      {link ? (
        <div className="mt-4 grid justify-items-start gap-3">
          <LinkLine url={link.url} />
          <label className="tick">
            <input
              type="checkbox"
              checked={link.shows_name}
              aria-disabled={isBusy || undefined}
              onChange={({ currentTarget }) =>
                void share(
                  currentTarget.checked,
                  currentTarget.checked ? 'Your first name is on it.' : 'No name is on it.',
                )
              }
            />
            Show my first name on it
          </label>
          <button
            type="button"
            className="button outlined small"
            aria-disabled={isBusy || undefined}
            onClick={() => void change({ method: 'DELETE' }, 'The link has ended. It shows nothing any more.')}
          >
            End this link
          </button>
        </div>
      ) : (
        <button
          type="button"
          className="button mt-5"
          aria-disabled={isBusy || undefined}
          onClick={() => void share(false, 'Here is the link to your list.')}
        >
          Make a link
        </button>
      )}
      <FormMessage>{problem}</FormMessage>
    </section>
  );
}

function LinkLine({ url }: { url: string }) {
  const [copied, setCopied] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setCopied('Copied');
      announce('The link is copied.');
    } catch {
      // Over plain HTTP browsers have no clipboard: then the link is there to be marked.
      announce('Your browser does not let us copy it. Please mark and copy it yourself.');
    }
  };
  // Phones have a menu for it.
  const canShare = 'share' in navigator;
  const pass = () => navigator.share({ title: 'A wish list', url }).catch(() => {});
  return (
    <div className="grid w-full gap-2">
      <label htmlFor="wish-list-link" className="font-semibold text-small">
        The link to your list
      </label>
      <div className="flex flex-wrap gap-3">
        <input
          id="wish-list-link"
          readOnly
          value={url}
          className="input min-w-0 flex-1 basis-56"
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <button type="button" className="button outlined" onClick={() => void copy()}>
          {copied || 'Copy link'}
        </button>
        {canShare && (
          <button type="button" className="button outlined" onClick={() => void pass()}>
            Send it
          </button>
        )}
      </div>
    </div>
  );
}
