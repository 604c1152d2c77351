import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { Receipt } from '#contract/receipts.ts';
import { ApiError } from '../../api/api-error.ts';
import { getJson } from '../../api/client.ts';
import { failureWords } from '../../api/failure-words.ts';
import { PrivateData } from '../../api/private-data.tsx';
import { pageMeta } from '../../page-meta.ts';
import { LoadingPage } from '../../session/loading-page.tsx';
import NotFoundPage from '../../shell/not-found-page.tsx';
import { FailureLine } from '../../ui/failure-line.tsx';
import type { Route } from './+types/receipt-page';
import { ReceiptSheet } from './receipt-sheet.tsx';
import './receipt.css';

const TITLE = 'Receipt';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: `${TITLE} – Marigold Lane`,
    description: 'What was paid, to whom and for what.',
    path: '/profile',
    keepOutOfSearch: true,
  });

export default function ReceiptPage() {
  return (
    <PrivateData frame={<LoadingPage title={TITLE} />}>
      <OwnReceipt />
    </PrivateData>
  );
}

/** Null if there is none: the order is another's, or nothing was paid for it. */
async function fetchReceipt(id: string): Promise<Receipt | null> {
  try {
    return Receipt.parse(await getJson(`/api/user/orders/${encodeURIComponent(id)}/receipt/`));
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return null;
    throw error;
  }
}

function OwnReceipt() {
  const { id = '' } = useParams();
  const { data, error, isPending, refetch } = useQuery({ queryKey: ['receipt', id], queryFn: () => fetchReceipt(id) });
  if (isPending) return <LoadingPage title={TITLE} />;
  if (data === null) return <NotFoundPage />;
  return (
    <div className="wrap min-h-[60vh]">
      <div className="receipt-acts">
        <Link to={`/history/${id}`} className="link">
          Order {id}
        </Link>
        {data && (
          <button type="button" className="button outlined small" onClick={() => print()}>
            Print this receipt
          </button>
        )}
      </div>
      {error && (
        <FailureLine onRetry={() => refetch()}>The receipt could not be loaded. {failureWords(error)}</FailureLine>
      )}
      {data && <ReceiptSheet receipt={data} />}
    </div>
  );
}
