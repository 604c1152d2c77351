import { useQuery } from '@tanstack/react-query';
import { failureWords } from '../api/failure-words.ts';
import { fetchFile } from '../api/fetch-file.ts';
import { RetryButton } from '../ui/loading/retry-button.tsx';
import { photoPathOf } from './fetch-claim.ts';
import { toDataUrl } from './to-data-url.ts';

/** The photo as the shop has stored it; only its owner can fetch it. */
export function StoredPhoto({ orderId }: { orderId: number }) {
  const {
    data: address,
    error,
    refetch,
  } = useQuery({
    queryKey: ['claim-photo', orderId],
    queryFn: async () => toDataUrl(await fetchFile(photoPathOf(orderId))),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) {
    return (
      <div role="alert" className="grid justify-items-start gap-2 rounded-square bg-lift p-4 text-small">
        <p>Your photo is kept, but it could not be fetched. {failureWords(error)}</p>
        <RetryButton className="button outlined small" onRetry={() => refetch()} />
      </div>
    );
  }
  return (
    <span className="grid aspect-4/3 place-items-center overflow-hidden rounded-square bg-lift">
      {address && <img src={address} alt="The flowers as they arrived" className="size-full object-contain" />}
    </span>
  );
}
