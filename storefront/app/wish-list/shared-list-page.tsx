import { useCallback, useEffect, useState } from 'react';
import { Link, useParams } from 'react-router';
import { ApiError } from '../api/api-error.ts';
import { getJson } from '../api/client.ts';
import { failureWords } from '../api/failure-words.ts';
import { type Card, toCard } from '../catalogue/card.ts';
import { pageMeta } from '../page-meta.ts';
import { NeedsScripts } from '../session/needs-scripts.tsx';
import { FailureLine } from '../ui/failure-line.tsx';
import { Loading } from '../ui/loading/loading.tsx';
import type { Route } from './+types/shared-list-page';
import { SavedCards } from './saved-cards.tsx';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'A wish list – Marigold Lane',
    description: 'Bouquets that somebody would love.',
    path: '/wish-list',
    keepOutOfSearch: true,
  });

type Shared = { name: string | null; products: Card[] };

/** A list that its owner passed on by a link. Nothing of the owner is on it, but a first name if they wished so. */
export default function SharedListPage() {
  const { token = '' } = useParams();
  const [list, setList] = useState<Shared | null>();
  const [error, setError] = useState<unknown>();
  const load = useCallback(async () => {
    setError(undefined);
    try {
      setList(await fetchShared(token));
    } catch (failure) {
      setError(failure);
    }
  }, [token]);
  useEffect(() => void load(), [load]);

  return (
    <div className="wrap min-h-[60vh] py-[clamp(1.75rem,4vw,3rem)]">
      <h1>{titleOf(list)}</h1>
      <NeedsScripts className="mt-3">
        {error !== undefined && <FailureLine onRetry={load}>It could not be loaded. {failureWords(error)}</FailureLine>}
        {error === undefined && list === undefined && <Loading />}
        {list && list.products.length > 0 && (
          <>
            <p className="max-w-measure text-lead text-soft">
              Bouquets that would be welcome, at the prices of today. Save the ones you like with their hearts.
            </p>
            <SavedCards products={list.products} />
          </>
        )}
        {list?.products.length === 0 && <Nothing>Nothing is on it at the moment.</Nothing>}
        {list === null && (
          <Nothing>Its owner has ended it, or it was not copied whole. Please ask for a new one.</Nothing>
        )}
      </NeedsScripts>
    </div>
  );
}

function titleOf(list: Shared | null | undefined): string {
  if (list === null) return 'This link is no longer good.';
  return list?.name ? `${list.name}’s wish list` : 'A wish list';
}

/** Null for a link that was ended or never was. */
async function fetchShared(token: string): Promise<Shared | null> {
  try {
    const list = await getJson(`/api/wish-list/shared/${encodeURIComponent(token)}/`);
    return { name: list.name, products: list.products.map(toCard) };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

function Nothing({ children }: { children: string }) {
  return (
    <>
      <p className="max-w-measure text-lead text-soft">{children}</p>
      <p className="mt-7">
        <Link to="/product" className="button">
          See all bouquets
        </Link>
      </p>
    </>
  );
}
