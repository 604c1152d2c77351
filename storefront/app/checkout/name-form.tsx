import { useQueryClient } from '@tanstack/react-query';
import { NotSent } from '../api/require-valid.ts';
import { invalidateCart } from '../cart/cart-query.ts';
import { useForm } from '../session/use-form.ts';
import { FormMessage } from '../ui/form/form-message.tsx';
import { SubmitButton } from '../ui/form/submit-button.tsx';
import { NameField } from './name-field.tsx';
import { nameErrors, saveName, UNDER_NAME } from './save-name.ts';

/** Asks for the buyer's name where an address is there already. */
export function NameForm() {
  const client = useQueryClient();
  const form = useForm({
    under: UNDER_NAME,
    async send({ your_name = '' }) {
      const errors = nameErrors(your_name);
      if (errors.your_name) throw new NotSent(errors);
      await saveName(your_name);
      await invalidateCart(client);
      return undefined;
    },
  });
  return (
    <form {...form.props} className="paper-card grid gap-4">
      <NameField error={form.errorOf('your_name')} />
      <FormMessage>{form.message}</FormMessage>
      <div>
        <SubmitButton busy={form.busy} busyWords="Saving…" className="button outlined max-tablet:w-full">
          Save name
        </SubmitButton>
      </div>
    </form>
  );
}
