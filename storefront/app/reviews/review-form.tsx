import { MAX_REVIEW_LENGTH } from '#contract/limits.ts';
import { OwnReview, WriteReview } from '#contract/reviews.ts';
import { callApi } from '../api/client.ts';
import { requireValid } from '../api/require-valid.ts';
import { useForm } from '../session/use-form.ts';
import { FormMessage } from '../ui/form/form-message.tsx';
import { SubmitButton } from '../ui/form/submit-button.tsx';
import { TextBox } from '../ui/form/text-box.tsx';
import { StarChoice } from './star-choice.tsx';

type Props = {
  productId: number;
  review: OwnReview['review'];
  onSaved: (own: OwnReview) => void;
  onCancel: () => void;
};

/** Stars and an optional text. What was typed stays until the shop has stored it. */
export function ReviewForm({ productId, review, onSaved, onCancel }: Props) {
  const form = useForm({
    failed: 'Your review has not been saved.',
    unsure: 'The shop’s answer was lost. Please send it again; it counts once.',
    async send({ rating, text }) {
      const body = { rating: rating ? Number(rating) : undefined, text };
      requireValid(WriteReview, body);
      onSaved(
        OwnReview.parse(await callApi(`/api/user/reviews/${productId}/`, { method: 'PUT', body, keepalive: true })),
      );
      return undefined;
    },
    onFailure: (whole) => whole.querySelector<HTMLElement>('[type="submit"]')?.focus(),
  });
  return (
    <form {...form.props} className="mt-3 grid gap-4">
      <StarChoice chosen={review?.rating} error={form.errorOf('rating')} />
      <TextBox
        label="In your own words"
        name="text"
        most={MAX_REVIEW_LENGTH}
        text={review?.text ?? ''}
        aside="optional"
        hint="Signed with your first name and an initial."
        error={form.errorOf('text')}
      />
      <FormMessage help={form.help}>{form.message}</FormMessage>
      <div className="flex flex-wrap gap-3">
        <SubmitButton busy={form.busy} busyWords="Saving…" className="button outlined small">
          {review ? 'Save changes' : 'Publish my review'}
        </SubmitButton>
        {review && (
          <button type="button" className="button small outlined" disabled={form.busy} onClick={onCancel}>
            Cancel
          </button>
        )}
      </div>
    </form>
  );
}
