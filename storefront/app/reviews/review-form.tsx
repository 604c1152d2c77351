import { useId, useState } from 'react';
import { MAX_REVIEW_LENGTH } from '#contract/limits.ts';
import { storedLength } from '#contract/normalise.ts';
import { OwnReview, WriteReview } from '#contract/reviews.ts';
import { callApi } from '../api/client.ts';
import { requireValid } from '../api/field-errors.ts';
import { useForm } from '../session/use-form.ts';
import { FormMessage } from '../ui/form-message.tsx';
import { Icon } from '../ui/icon.tsx';
import { SubmitButton } from '../ui/submit-button.tsx';
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
      <Words text={review?.text ?? ''} error={form.errorOf('text')} />
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

/** Counted as the shop counts it. */
const lengthOf = (text: string) => storedLength(text, MAX_REVIEW_LENGTH);

function Words({ text, error }: { text: string; error: string | undefined }) {
  const id = useId();
  const [length, setLength] = useState(lengthOf(text));
  const isTooLong = length > MAX_REVIEW_LENGTH;
  return (
    <div className="grid min-w-0 gap-[7px]">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-semibold text-small">
          In your own words
        </label>
        <span className="text-mute text-small">optional</span>
      </div>
      <textarea
        id={id}
        name="text"
        rows={5}
        dir="auto"
        defaultValue={text}
        className="input resize-y"
        aria-invalid={error || isTooLong ? true : undefined}
        aria-describedby={`${id}-error ${id}-hint`}
        onChange={({ target }) => setLength(lengthOf(target.value))}
      />
      <p id={`${id}-hint`} className="flex justify-between gap-3 text-small text-soft">
        <span>Signed with your first name and an initial.</span>
        <span className={`num whitespace-nowrap ${isTooLong ? 'font-semibold text-error' : ''}`}>
          {length} / {MAX_REVIEW_LENGTH}
        </span>
      </p>
      <div id={`${id}-error`} role="status">
        {(error || isTooLong) && (
          <p className="field-error">
            <Icon name="warning" className="mt-px size-[1.125rem]" />
            {error ?? `This must be no more than ${MAX_REVIEW_LENGTH} characters.`}
          </p>
        )}
      </div>
    </div>
  );
}
