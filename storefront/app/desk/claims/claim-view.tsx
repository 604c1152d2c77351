import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { capitalise } from '#contract/capitalise.ts';
import { formatDay } from '#contract/delivery.ts';
import { type DeskClaimDetail, MAX_ANSWER_LENGTH } from '#contract/desk-claims.ts';
import { whenWords } from '#contract/moments.ts';
import { formatPounds, readPounds } from '#contract/money.ts';
import { useLive } from '../live.ts';
import { useAnswers } from '../ui/answers.tsx';
import { BouquetPicture } from '../ui/bouquet-picture.tsx';
import { LongField, MoneyField, PickField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import { Slip } from '../ui/slip.tsx';
import { answerClaim } from './answer-claim.ts';
import { describeOutcome, nameOf, WaitsBecause } from './claim-words.tsx';

/** The buyer's photo beside our picture and, if there is one, the photo at the door; and what to do about it. */
export function ClaimView({ data: claim }: { data: DeskClaimDetail }) {
  const { revalidate } = useRevalidator();
  useLive((names) => {
    if (!names || names.includes(`order ${claim.order}`)) void revalidate();
  });
  const day = claim.on_the_day
    ? 'on the day of delivery'
    : `after the day of delivery, ${formatDay(claim.delivered_for)}`;
  return (
    <Page
      title={`${nameOf(claim)}, order ${claim.order}`}
      crumb={{ to: '/desk/claims', words: `Claims, ${claim.waiting} waiting` }}
      lead={
        <>
          Reported {whenWords(claim.made_at, new Date())} by {claim.buyer}, {day}. For {claim.recipient}
          {claim.district && `, ${claim.district}`}.
        </>
      }
      acts={
        <div className="desk-acts">
          {claim.before !== null && (
            <Link className="desk-round line" to={`/desk/claims/${claim.before}`} aria-label="Claim before">
              ‹
            </Link>
          )}
          {claim.after !== null && (
            <Link className="desk-round line" to={`/desk/claims/${claim.after}`} aria-label="Next claim">
              ›
            </Link>
          )}
        </div>
      }
    >
      <div
        className={`grid gap-4 items-start max-bench:grid-cols-2 ${claim.has_delivery_photo ? 'bench:grid-cols-[repeat(3,minmax(0,1fr))_minmax(340px,1.3fr)]' : 'bench:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(340px,1.1fr)]'}`}
      >
        <Photos claim={claim} />
        <div className="bench:pl-4 max-bench:col-span-full">
          <blockquote
            className="mb-3 whitespace-pre-line border-marigold border-l-3 pl-3.5 text-[1.1875rem]"
            dir="auto"
          >
            {claim.text}
          </blockquote>
          <WaitsBecause why={claim.why} />
          {claim.status === 'open' ? (
            <Form act={answerClaim} key={claim.id} className="claim-form grid gap-3.5" isChecked>
              <Decide claim={claim} />
            </Form>
          ) : (
            <Decided claim={claim} />
          )}
        </div>
      </div>
    </Page>
  );
}

const PHOTO = 'w-full aspect-4/5 rounded-square bg-deep object-cover max-tablet:aspect-square';

function Photos({ claim }: { claim: DeskClaimDetail }) {
  const photo = `/api/desk/claims/${claim.id}/photo/`;
  return (
    <>
      <figure>
        <img className={PHOTO} src={photo} alt="Sent by the buyer" />
        <Caption>
          What arrived
          <a className="desk-button plain" href={`${photo}?enlarged=1`} target="_blank" rel="noreferrer">
            Enlarge
          </a>
        </Caption>
      </figure>
      <figure>
        <BouquetPicture picture={claim.bouquets[0]?.picture ?? null} width={640} className={PHOTO} />
        <Caption>What we show</Caption>
      </figure>
      {claim.has_delivery_photo && (
        <figure>
          <img
            className={PHOTO}
            src={`/api/desk/claims/${claim.id}/delivery-photo/`}
            alt="Taken by the driver at the door"
          />
          <Caption>
            At the door{claim.photo_taken_at && `, ${whenWords(claim.photo_taken_at, new Date())}`}
            {claim.outcome === 'neighbour' && ', with a neighbour'}
          </Caption>
        </figure>
      )}
    </>
  );
}

const Caption = ({ children }: { children: ReactNode }) => (
  <figcaption className="flex flex-wrap items-center justify-between min-h-12 text-small font-semibold">
    {children}
  </figcaption>
);

function Decide({ claim }: { claim: DeskClaimDetail }) {
  const { isSending } = useAnswers();
  const [amount, setAmount] = useState('');
  const [length, setLength] = useState(0);
  const end = useRef<HTMLButtonElement>(null);
  // What was typed before the page listened.
  useEffect(() => {
    const form = end.current?.form;
    setAmount(String(form && new FormData(form).get('amount')));
    setLength(String((form && new FormData(form).get('words')) ?? '').length);
  }, []);
  const { refund } = claim;
  // Nothing at first: it waits because the shop did not want to decide by itself.
  const way = (value: string) => ({ name: 'do', value, required: true });
  const sum = readPounds(amount);
  return (
    <>
      <fieldset className="grid gap-2">
        <legend className="sr-only">What to do</legend>
        {!claim.replacement && (
          <PickField
            {...way('replace')}
            words="Send new flowers"
            more={`Same bouquet, nothing to pay, ${formatDay(claim.replace_on)}`}
          />
        )}
        {refund && (
          <PickField
            {...way('refund')}
            words="Refund"
            more={`${formatPounds(refund.left)} of order ${refund.order}, all or a part${refund.back > 0 ? `; ${formatPounds(refund.back)} has gone back already` : ''}`}
          />
        )}
        <PickField {...way('answer')} words="Only answer" more="A letter, in your words" />
      </fieldset>
      {refund && (
        <div className="for-refund">
          <MoneyField
            name="amount"
            label="How much, in pounds"
            placeholder="12.00"
            hint={describeLimit(refund)}
            onChange={({ currentTarget }) => setAmount(currentTarget.value)}
          />
        </div>
      )}
      <LongField
        name="words"
        label="Your words"
        note={<span className="for-replace">(optional with flowers)</span>}
        rows={4}
        maxLength={MAX_ANSWER_LENGTH}
        count={{ length, words: 'In the letter, above our name.' }}
        onChange={({ currentTarget }) => setLength(currentTarget.value.length)}
      />
      <button type="submit" ref={end} className="desk-button big wide" disabled={isSending}>
        <span className="for-none">Choose what to do</span>
        <span className="for-replace">Send new flowers and the letter</span>
        <span className="for-refund">Refund {sum !== undefined && formatPounds(sum)}</span>
        <span className="for-answer">Send the letter</span>
      </button>
    </>
  );
}

function describeLimit({ left, most_here, confirm_above }: NonNullable<DeskClaimDetail['refund']>): string {
  if (most_here < left)
    return most_here > 0
      ? `You may give back up to ${formatPounds(most_here)} of this order; above it an owner does.`
      : 'An owner gives back more of this order.';
  return confirm_above < left ? `Above ${formatPounds(confirm_above)} you confirm it with your passkey.` : '';
}

function Decided({ claim }: { claim: DeskClaimDetail }) {
  const { replacement, answer, answered_at, answered_by, refund } = claim;
  return (
    <Slip as="div" title={describeOutcome(claim)}>
      <p className="text-soft">
        {answered_at && capitalise(whenWords(answered_at, new Date()))}
        {answered_by ? `, by ${answered_by}` : claim.by_itself ? ', by itself' : ''}
        {refund &&
          refund.back > 0 &&
          `. ${formatPounds(refund.back)} of order ${refund.order} has gone back, or is on its way`}
        .
      </p>
      {answer && (
        <p className="whitespace-pre-line" dir="auto">
          {answer}
        </p>
      )}
      {replacement && (
        <p>
          <Link to={`/desk/ticket/${replacement.order}`}>Ticket of order {replacement.order}</Link>
        </p>
      )}
    </Slip>
  );
}
