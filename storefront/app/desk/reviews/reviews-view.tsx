import { type ReactNode, useState } from 'react';
import { Form, Link } from 'react-router';
import { type DeskReview, MAX_REVIEW_ANSWER_LENGTH, REVIEW_LISTS } from '#contract/desk-reviews.ts';
import { whenWords } from '#contract/moments.ts';
import { HIDING_REASONS } from '#contract/reviews.ts';
import { SHOP } from '#contract/shop.ts';
import type { Fields } from '../desk-api.ts';
import { BouquetPicture } from '../ui/bouquet-picture.tsx';
import { LongField } from '../ui/field.tsx';
import { Page } from '../ui/page.tsx';
import { Back } from '../ui/read-form.tsx';
import { Refusals } from '../ui/said.tsx';
import { Slip } from '../ui/slip.tsx';
import { Empty, Pager } from '../ui/table.tsx';

export type ReviewsData = { show: (typeof REVIEW_LISTS)[number]; reviews: DeskReview[]; now: string };
type Props = {
  data: ReviewsData;
  refused: Fields | undefined;
};

const LISTS = { unanswered: 'To answer', answered: 'Answered', hidden: 'Hidden', all: 'All' };
const EMPTY = {
  unanswered: 'Every review has its answer, or needs none.',
  answered: 'No review has been answered yet.',
  hidden: 'No review is hidden.',
  all: 'Nobody has written a review yet.',
};
const PAGE = 20;

/** What buyers say: to read, to answer, rarely to hide. */
export function ReviewsView({ data: { show, reviews, now }, refused }: Props) {
  return (
    <Page
      title="Reviews"
      lead="All are by people who received the bouquet; they stand in the shop at once. An answer is public."
      acts={
        <nav className="desk-switch" aria-label="Which reviews">
          {REVIEW_LISTS.map((list) => (
            <Link key={list} to={`/desk/reviews?show=${list}`} aria-current={list === show ? 'page' : undefined}>
              {LISTS[list]}
            </Link>
          ))}
        </nav>
      }
    >
      <Refusals refused={refused} />
      {reviews.length === 0 && <Empty>{EMPTY[show]}</Empty>}
      <ul className="border-leaf-900 border-t">
        {reviews.map((review) => (
          <Review key={review.id} review={review} back={`/desk/reviews?show=${show}`} now={new Date(now)} />
        ))}
      </ul>
      <Pager
        after={
          reviews.length === PAGE && {
            to: `/desk/reviews?show=${show}&before=${reviews.at(-1)?.id}`,
            words: 'Earlier ones',
          }
        }
      />
    </Page>
  );
}

type ReviewProps = { review: DeskReview; back: string; now: Date };

function Review({ review, back, now }: ReviewProps) {
  const { product, rating, text, hidden, answer } = review;
  return (
    <li className="grid max-w-245 grid-cols-[56px_minmax(0,1fr)] gap-3.5 border-line border-b py-5.5 tablet:grid-cols-[88px_minmax(0,1fr)] tablet:gap-6">
      <BouquetPicture className="aspect-4/5 w-full" picture={product.picture} width={160} alt="" />
      <div>
        <p className="flex flex-wrap items-baseline gap-x-3.5 gap-y-1">
          <b className="font-normal font-serif text-section">{product.name}</b>
          <span className="text-marigold-ink tracking-[0.1em]" role="img" aria-label={`${rating} of 5`}>
            {'★'.repeat(rating)}
            <i className="text-rule not-italic">{'★'.repeat(5 - rating)}</i>
          </span>
          <span className="text-small text-soft">
            By {review.author}
            {review.order !== null && `, the buyer of order ${review.order}`}, {whenWords(review.written_at, now)}
            {review.edited_at && ', edited'}
          </span>
        </p>
        <p className="my-2.5 max-w-[52ch] whitespace-pre-line tablet:text-[1.1875rem]" dir="auto">
          {text || 'Stars alone.'}
        </p>
        {hidden && (
          <p className="mb-3.5 text-marigold-ink text-small">
            <b>Hidden</b> {whenWords(hidden.at, now)}
            {hidden.by && ` by ${hidden.by}`}
            {hidden.reason && `: ${hidden.reason}`}
          </p>
        )}
        {answer && (
          <Slip as="div" className="mb-3">
            <p className="whitespace-pre-line" dir="auto">
              {answer.text}
            </p>
            <p className="text-small text-soft">
              {SHOP.name}, {whenWords(answer.at, now)}
              {answer.by && `, by ${answer.by}`}
            </p>
          </Slip>
        )}
        <Acts review={review} back={back} />
      </div>
    </li>
  );
}

function Acts({ review, back }: Omit<ReviewProps, 'now'>) {
  const { hidden, answer } = review;
  return (
    <div className="flex flex-wrap items-start gap-2">
      {!hidden && <Answer key={answer?.at} review={review} back={back} />}
      {answer && (
        <Press review={review} back={back} act="take back">
          <button type="submit" className="desk-button plain">
            Take the answer back
          </button>
        </Press>
      )}
      {hidden ? (
        <Press review={review} back={back} act="show">
          <button type="submit" className="desk-button line">
            Show it again
          </button>
        </Press>
      ) : (
        <Hide review={review} back={back} />
      )}
    </div>
  );
}

function Press({ review, back, act, children }: Omit<ReviewProps, 'now'> & { act: string; children: ReactNode }) {
  return (
    <Form
      method="post"
      action="/desk/reviews"
      replace
      preventScrollReset
      className="grid justify-items-start gap-2.5 *:w-full [&>button]:w-auto"
    >
      <Back to={back} />
      <input type="hidden" name="review" value={review.id} />
      <input type="hidden" name="do" value={act} />
      {children}
    </Form>
  );
}

function Answer({ review, back }: Omit<ReviewProps, 'now'>) {
  const { answer } = review;
  const [length, setLength] = useState(answer?.text.length ?? 0);
  return (
    <details className="open:flex-[1_1_100%]">
      <summary className="desk-button line">{answer ? 'Change the answer' : 'Answer'}</summary>
      <Slip as="div" className="mt-2.5">
        <Press review={review} back={back} act="answer">
          <input type="hidden" name="seen" value={answer?.at ?? ''} />
          <LongField
            name="words"
            label="Your answer, public, under the review"
            rows={3}
            required
            maxLength={MAX_REVIEW_ANSWER_LENGTH}
            value={answer?.text}
            count={{ length, words: `Signed “${SHOP.name}”.` }}
            onChange={({ currentTarget }) => setLength(currentTarget.value.length)}
          />
          <button type="submit" className="desk-button">
            Publish answer
          </button>
        </Press>
      </Slip>
    </details>
  );
}

function Hide({ review, back }: Omit<ReviewProps, 'now'>) {
  return (
    <details className="open:flex-[1_1_100%]">
      <summary className="desk-button plain">Hide…</summary>
      <Slip as="div" className="mt-2.5">
        <Press review={review} back={back} act="hide">
          <fieldset>
            <legend>
              <b>Hide this review</b>
            </legend>
            <p className="text-small text-soft">Only for one of these. A bad opinion is not one of them.</p>
            <div className="desk-chips my-2.5">
              {HIDING_REASONS.map((reason) => (
                <label key={reason} className="desk-chip">
                  <input type="radio" className="desk-tick" name="reason" value={reason} required />
                  {reason}
                </label>
              ))}
            </div>
          </fieldset>
          <p className="text-small text-soft">
            The writer is told by letter that it is hidden, and why. You can show it again at any time.
          </p>
          <button type="submit" className="desk-button danger">
            Hide it
          </button>
        </Press>
      </Slip>
    </details>
  );
}
