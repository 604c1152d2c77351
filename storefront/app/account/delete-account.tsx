import { useState } from 'react';
import { DeleteAccount as Delete, type Profile } from '#contract/accounts.ts';
import { changes } from '../api/changes/changes.ts';
import { callApi } from '../api/client.ts';
import { detailOf } from '../api/failure-words.ts';
import { requireValid } from '../api/require-valid.ts';
import { closeSession } from '../session/session-store.ts';
import { useForm } from '../session/use-form.ts';
import { Dialog } from '../ui/dialog.tsx';
import { FormMessage } from '../ui/form/form-message.tsx';
import { SubmitButton } from '../ui/form/submit-button.tsx';
import { showToast } from '../ui/toast/toast.tsx';
import { OwnProof } from './own-proof.tsx';

export function DeleteAccount({ user }: { user: Profile }) {
  const [isOpen, setOpen] = useState(false);
  const [deleting, setDeleting] = useState(false);
  /** Does nothing once the request is sent: it cannot be cancelled. */
  const close = () => !deleting && setOpen(false);
  return (
    <div className="grid gap-3">
      <h3>Delete my account</h3>
      <p className="max-w-measure text-small text-soft">
        Removes you from our books. We ask for {user.has_password ? 'your password' : 'a code by email'} first, and it
        cannot be undone.
      </p>
      <div>
        <button type="button" className="button danger small max-tablet:w-full" onClick={() => setOpen(true)}>
          Delete my account
        </button>
      </div>
      <Dialog title="Delete your account?" open={isOpen} onClose={close}>
        <DeleteForm user={user} onCancel={close} onBusy={setDeleting} />
      </Dialog>
    </div>
  );
}

type FormProps = { user: Profile; onCancel: () => void; onBusy: (busy: boolean) => void };

function DeleteForm({ user, onCancel, onBusy }: FormProps) {
  const form = useForm({
    async send({ password = '', code }) {
      const body = { password, code };
      requireValid(Delete, body);
      onBusy(true);
      const response = await callApi('/api/user/profile/delete/', { method: 'POST', body }).finally(() =>
        onBusy(false),
      );
      changes.clearOwn();
      closeSession('/');
      void showToast(detailOf(response) ?? 'Your account has been deleted.', 'success');
      return 'leaving';
    },
  });
  return (
    <form {...form.props} className="grid gap-[1.125rem]">
      <div className="prose text-small">
        <p>
          <b className="font-semibold">Removed at once:</b> your name, username, email and password, your addresses and
          cart, your reviews, your reports with their photos, and every session on every device.
        </p>
        <p>
          <b className="font-semibold">What stays:</b> the bare record of what was paid, without your name, for as long
          as tax law asks. One last letter tells you that it is done.
        </p>
      </div>
      {/* For password managers, which store a password with its username. */}
      <input type="text" name="email" autoComplete="username" value={user.email} readOnly hidden />
      <OwnProof hasPassword={user.has_password} errorOf={form.errorOf} />
      <FormMessage>{form.message}</FormMessage>
      <div className="flex flex-wrap gap-3 *:max-tablet:w-full">
        <SubmitButton busy={form.busy} busyWords="Deleting…" className="button danger">
          Delete my account
        </SubmitButton>
        <button type="button" className="button outlined" disabled={form.busy} onClick={onCancel}>
          Keep it
        </button>
      </div>
    </form>
  );
}
