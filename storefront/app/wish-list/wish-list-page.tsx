import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { WishListLink } from '#contract/wish-list.ts';
import { failureWords } from '../api/failure-words.ts';
import type { Card } from '../catalogue/card.ts';
import { pageMeta } from '../page-meta.ts';
import { NeedsScripts } from '../session/needs-scripts.tsx';
import { withNext } from '../session/safe-path.ts';
import { useSession, useSessionId } from '../session/session-store.ts';
import { FailureLine } from '../ui/failure-line.tsx';
import { Loading } from '../ui/loading/loading.tsx';
import type { Route } from './+types/wish-list-page';
import { fetchBouquets } from './fetch-bouquets.ts';
import { SavedCards } from './saved-cards.tsx';
import { changeSaved, readSaved, useSaved } from './saved-store.ts';
import { ShareList } from './share-list.tsx';
import { fetchWishList } from './sync-wish-list.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Your wish list – Marigold Lane',
    description: 'The bouquets you saved, as they are sold now.',
    path: '/wish-list',
    keepOutOfSearch: true,
  });

/** One's own list, signed in or not. */
export default function WishListPage() {
  const session = useSession();
  const sessionId = useSessionId();
  return (
    <div className="wrap min-h-[60vh] py-[clamp(1.75rem,4vw,3rem)]">
      <h1>Your wish list</h1>
      <NeedsScripts className="mt-3">
        {session === 'unknown' ? <Loading /> : <OwnList key={sessionId} isGuest={session === 'guest'} />}
      </NeedsScripts>
    </div>
  );
}

type Shown = { products: Card[]; link: WishListLink | null };

function OwnList({ isGuest }: { isGuest: boolean }) {
  const saved = useSaved();
  const [list, setList] = useState<Shown>();
  const [error, setError] = useState<unknown>();
  const [round, setRound] = useState(0);
  // A bouquet that was saved in another tab is fetched; one that is taken off stays in sight until the page is left.
  const isMissing = list !== undefined && saved.some((id) => !list.products.some((product) => product.id === id));

  useEffect(() => {
    if (isMissing) setRound((before) => before + 1);
  }, [isMissing]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round fetches once
  useEffect(() => {
    let isHere = true;
    setError(undefined);
    loadOwnList(isGuest).then(
      (next) => isHere && setList(next),
      (failure) => isHere && setError(failure),
    );
    return () => {
      isHere = false;
    };
  }, [isGuest, round]);

  if (error !== undefined && !list) {
    return (
      <FailureLine onRetry={() => setRound(round + 1)}>
        Your list could not be loaded. {failureWords(error)}
      </FailureLine>
    );
  }
  if (!list) return <Loading />;
  if (list.products.length === 0)
    return (
      <>
        <NothingSaved isGuest={isGuest} />
        {/* Whoever has the link would see what is saved later: it can be ended. */}
        {list.link && <ShareList link={list.link} />}
      </>
    );
  return (
    <>
      <p className="max-w-measure text-lead text-soft">
        {isGuest ? <GuestWords /> : 'Kept with your account, at the prices of today.'}
      </p>
      <SavedCards products={list.products} />
      {!isGuest && <ShareList link={list.link} />}
    </>
  );
}

async function loadOwnList(isGuest: boolean): Promise<Shown> {
  if (!isGuest) {
    const { products, link } = await fetchWishList();
    return { products: await fetchBouquets(products), link };
  }
  const wanted = readSaved().products;
  const products = await fetchBouquets(wanted);
  // What is no longer sold makes room: it has no card here, and so no heart that would take it off the list.
  const lost = wanted.filter((id) => !products.some((product) => product.id === id));
  if (lost.length > 0) changeSaved('', (list) => ({ products: list.products.filter((id) => !lost.includes(id)) }));
  return { products, link: null };
}

function GuestWords() {
  return (
    <>
      Kept in this browser.{' '}
      <Link to={withNext('/login', '/wish-list')} className="link">
        Log in
      </Link>{' '}
      to have it everywhere, and to share it.
    </>
  );
}

function NothingSaved({ isGuest }: { isGuest: boolean }) {
  return (
    <>
      <p className="max-w-measure text-lead text-soft">
        Nothing is on it yet. Press the heart of a bouquet, and it waits for you here.
        {isGuest && ' If you have an account, log in to see what you saved there.'}
      </p>
      <p className="mt-7 flex flex-wrap gap-3">
        <Link to="/product" className="button">
          See all bouquets
        </Link>
        {isGuest && (
          <Link to={withNext('/login', '/wish-list')} className="button outlined">
            Log in
          </Link>
        )}
      </p>
    </>
  );
}
