import { useState } from 'react';
import type { WishList, WishListLink } from '#contract/wish-list.ts';
import { callApi } from '../api/client.ts';
import { failureWords } from '../api/failure-words.ts';
import { announce } from '../ui/announce.tsx';
import { CopyLink } from '../ui/copy-link.tsx';
import { FormMessage } from '../ui/form/form-message.tsx';
import { useFocusWhenShown } from '../ui/use-focus-when-shown.ts';

const PATH = '/api/user/wish-list/link/';

/** Makes the link that shows one's list to others, and ends it. */
export function ShareList({ link: first }: { link: WishListLink | null }) {
  const [link, setLink] = useState(first);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const focus = useFocusWhenShown();

  const change = async (send: () => Promise<WishList>, words: string, shown?: { shows_name: boolean }) => {
    if (isBusy) return;
    setBusy(true);
    setProblem('');
    // The tick shows at once; if the shop refuses, it is as it was.
    if (link && shown) setLink({ ...link, ...shown });
    try {
      const { link: changed } = await send();
      setLink(changed);
      announce(words);
      // The pressed button is gone.
      if (changed && !link) focus('#wish-list-link');
      if (link && !changed) focus('#share-title');
    } catch (error) {
      setLink(link);
      setProblem(failureWords(error));
    }
    setBusy(false);
  };
  const share = (shows_name: boolean, words: string) =>
    change(() => callApi(PATH, { method: 'PUT', body: { shows_name } }), words, { shows_name });
  const end = () => change(() => callApi(PATH, { method: 'DELETE' }), 'The link has ended. It shows nothing any more.');

  return (
    <section aria-labelledby="share-title" className="mt-section max-w-measure">
      <h2 id="share-title" tabIndex={-1} className="text-h3 outline-none">
        Share your list
      </h2>
      <p className="mt-2 text-soft">
        Whoever has the link sees the bouquets on your list as they are sold now, and nothing about you
        {link?.shows_name ? ' but your first name' : ''}. Nobody else finds it.
      </p>
      {link ? (
        <div className="mt-4 grid justify-items-start gap-3">
          <CopyLink id="wish-list-link" label="The link to your list" url={link.url} shareTitle="A wish list" />
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
            onClick={() => void end()}
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
