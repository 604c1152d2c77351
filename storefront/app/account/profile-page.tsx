import { pageMeta } from '../page-meta.ts';
import { SignedInOnly } from '../session/signed-in-only.tsx';
import { Waiting } from '../session/waiting.tsx';
import { FailureLine } from '../ui/failure-line.tsx';
import type { Route } from './+types/profile-page';
import { AccountMenu } from './account-menu.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { DetailsForm } from './details-form.tsx';
import { DownloadData } from './download-data.tsx';
import { useProfile } from './use-profile.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Your account – Marigold Lane',
    description: 'Your details and your data.',
    path: '/profile',
    keepOutOfSearch: true,
  });

const TITLE = 'Your account';

export default function ProfilePage() {
  return (
    <SignedInOnly title={TITLE}>
      <Account />
    </SignedInOnly>
  );
}

function Account() {
  const { user, failure, retry } = useProfile();
  if (!user && !failure) return <Waiting title={TITLE} />;
  return (
    <div className="wrap grid min-h-[60vh] content-start items-start gap-x-[clamp(2rem,6vw,6rem)] gap-y-6 pt-3.5 desk:grid-cols-[13.75rem_minmax(0,1fr)] desk:pt-[clamp(1.75rem,4vw,3.5rem)]">
      <AccountMenu />
      <div className="grid min-w-0 gap-5.5">
        <h1 className="mb-1.5">{user ? `Hello, ${user.first_name}.` : TITLE}</h1>
        {failure && <FailureLine onRetry={retry}>{failure}</FailureLine>}
        {user && (
          <>
            <section aria-labelledby="details-title" className="paper-card">
              <h2 id="details-title" className="mb-5 text-h3">
                Your details
              </h2>
              <DetailsForm key={user.id} user={user} />
            </section>
            <section aria-labelledby="data-title" className="paper-card grid gap-7">
              <h2 id="data-title" className="sr-only">
                Your data
              </h2>
              <DownloadData />
              <DeleteAccount email={user.email} />
            </section>
          </>
        )}
      </div>
    </div>
  );
}
