import type { Profile } from '#contract/accounts.ts';
import { ChangeEmail } from './change-email.tsx';
import { ChangePassword } from './change-password.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { DetailsForm } from './details-form.tsx';
import { DownloadData } from './download-data.tsx';
import { Sessions } from './sessions.tsx';

/** The tab with name, email address, password, sessions, and the stored data. */
export function MyDetails({ user }: { user: Profile }) {
  return (
    <>
      <section aria-labelledby="details-title" className="paper-card">
        <h2 id="details-title" className="mb-5 text-h3">
          Your name
        </h2>
        <DetailsForm key={user.id} user={user} />
      </section>
      <section aria-labelledby="signing-in-title" className="paper-card grid gap-7">
        <h2 id="signing-in-title" className="sr-only">
          Email and password
        </h2>
        <ChangeEmail user={user} />
        <ChangePassword user={user} />
      </section>
      <Sessions />
      <section aria-labelledby="data-title" className="paper-card grid gap-7">
        <h2 id="data-title" className="sr-only">
          Your data
        </h2>
        <DownloadData />
        <DeleteAccount user={user} />
      </section>
    </>
  );
}
