import { useEffect, useRef, useState } from 'react';
import { Link, useNavigation, useRevalidator } from 'react-router';
import { capitalise } from '#contract/capitalise.ts';
import { formatDay } from '#contract/delivery.ts';
import { type DeskClaimDetail, MAX_ANSWER_LENGTH } from '#contract/desk-claims.ts';
import { whenWords } from '#contract/moments.ts';
import { formatPounds, readPounds } from '#contract/money.ts';
import type { Refused } from '../desk-page.ts';
import { useLive } from '../live.ts';
import { ConfirmedForm } from '../staff/confirmed-form.tsx';
import { BouquetPicture } from './bouquet-picture.tsx';
import { describeOutcome, nameOf, WaitsBecause } from './claim-words.tsx';
import { FieldRefused, RefusedWords } from './form-parts.tsx';

type Props = {
  data: DeskClaimDetail;
  refused: Refused['refused'] | undefined;
  typed?: Refused['typed'] | undefined;
};

/** The buyer's photo beside our picture and, if there is one, the photo at the door; and what to do about it. */
export function ClaimView({ data: claim, refused, typed }: Props) {
  const { revalidate } = useRevalidator();
  useLive((names) => {
    if (!names || names.includes(`order ${claim.order}`)) void revalidate();
  });
  const day = claim.on_the_day
    ? 'on the day of delivery'
    : `after the day of delivery, ${formatDay(claim.delivered_for)}`;
  return (
    <section className="desk-page">
      <Link className="paper-crumb" to="/desk/claims">
        ‹ Claims, {claim.waiting} waiting
      </Link>
      <div className="desk-top">
        <div>
          <h1>
            {nameOf(claim)}, order {claim.order}
          </h1>
          <p className="desk-soft">
            Reported {whenWords(claim.made_at, new Date())} by {claim.buyer}, {day}. For {claim.recipient}
            {claim.district && `, ${claim.district}`}.
          </p>
        </div>
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
      </div>
      <div className={`claim-sheet${claim.has_delivery_photo ? ' with-door' : ''}`}>
        <Photos claim={claim} />
        <div className="claim-decide">
          <blockquote dir="auto">{claim.text}</blockquote>
          <WaitsBecause why={claim.why} />
          <RefusedWords refused={refused} fields={['words', 'amount']} />
          {claim.status === 'open' ? (
            <Decide key={claim.id} claim={claim} refused={refused} typed={typed} />
          ) : (
            <Decided claim={claim} />
          )}
        </div>
      </div>
    </section>
  );
}

function Photos({ claim }: { claim: DeskClaimDetail }) {
  const photo = `/api/desk/claims/${claim.id}/photo/`;
  return (
    <>
      <figure>
        <img src={photo} alt="Sent by the buyer" />
        <figcaption>
          What arrived
          <a className="desk-button plain" href={`${photo}?enlarged=1`} target="_blank" rel="noreferrer">
            Enlarge
          </a>
        </figcaption>
      </figure>
      <figure>
        <BouquetPicture picture={claim.bouquets[0]?.picture ?? null} width={640} />
        <figcaption>What we show</figcaption>
      </figure>
      {claim.has_delivery_photo && (
        <figure>
          <img src={`/api/desk/claims/${claim.id}/delivery-photo/`} alt="Taken by the driver at the door" />
          <figcaption>
            At the door{claim.photo_taken_at && `, ${whenWords(claim.photo_taken_at, new Date())}`}
            {claim.outcome === 'neighbour' && ', with a neighbour'}
          </figcaption>
        </figure>
      )}
    </>
  );
}

function Decide({ claim, refused, typed = {} }: Omit<Props, 'data'> & { claim: DeskClaimDetail }) {
  const { state } = useNavigation();
  const [amount, setAmount] = useState('');
  const [length, setLength] = useState(0);
  const fields = useRef<{ amount: HTMLInputElement | null; words: HTMLTextAreaElement | null }>({
    amount: null,
    words: null,
  });
  // What was typed before the page listened.
  useEffect(() => {
    setAmount(fields.current.amount?.value ?? '');
    setLength(fields.current.words?.value.length ?? 0);
  }, []);
  const { refund } = claim;
  // Nothing at first: it waits because the shop did not want to decide by itself.
  const picked = typed.do;
  const sum = readPounds(amount);
  return (
    <ConfirmedForm className="claim-form">
      <fieldset>
        <legend className="sr-only">What to do</legend>
        {!claim.replacement && (
          <label className="claim-pick">
            <input type="radio" name="do" value="replace" defaultChecked={picked === 'replace'} required />
            <span>
              <b>Send new flowers</b>
              <span className="desk-soft">Same bouquet, nothing to pay, {formatDay(claim.replace_on)}</span>
            </span>
          </label>
        )}
        {refund && (
          <label className="claim-pick">
            <input type="radio" name="do" value="refund" defaultChecked={picked === 'refund'} required />
            <span>
              <b>Refund</b>
              <span className="desk-soft">
                {formatPounds(refund.left)} of order {refund.order}, all or a part
                {refund.back > 0 && `; ${formatPounds(refund.back)} has gone back already`}
              </span>
            </span>
          </label>
        )}
        <label className="claim-pick">
          <input type="radio" name="do" value="answer" defaultChecked={picked === 'answer'} required />
          <span>
            <b>Only answer</b>
            <span className="desk-soft">A letter, in your words</span>
          </span>
        </label>
      </fieldset>
      {refund && (
        <div className="paper-field for-refund">
          <label htmlFor="amount">How much, in pounds</label>
          <input
            id="amount"
            name="amount"
            defaultValue={typed.amount}
            ref={(field) => {
              fields.current.amount = field;
            }}
            className="paper-input"
            inputMode="decimal"
            autoComplete="off"
            placeholder="12.00"
            aria-describedby="amount-hint amount-refused"
            onChange={({ currentTarget }) => setAmount(currentTarget.value)}
          />
          <p className="paper-small desk-soft" id="amount-hint">
            {describeLimit(refund)}
          </p>
          <FieldRefused refused={refused} name="amount" id="amount-refused" />
        </div>
      )}
      <div className="paper-field">
        <label htmlFor="words">
          Your words <span className="desk-soft for-replace">(optional with flowers)</span>
        </label>
        <textarea
          id="words"
          name="words"
          defaultValue={typed.words}
          ref={(field) => {
            fields.current.words = field;
          }}
          className="paper-input"
          rows={4}
          maxLength={MAX_ANSWER_LENGTH}
          aria-describedby="words-hint words-refused"
          onChange={({ currentTarget }) => setLength(currentTarget.value.length)}
        />
        <p className="paper-small desk-soft paper-ends" id="words-hint">
          <span>In the letter, above our name.</span>
          <span>
            {length} / {MAX_ANSWER_LENGTH.toLocaleString('en-GB')}
          </span>
        </p>
        <FieldRefused refused={refused} name="words" id="words-refused" />
      </div>
      <button type="submit" className="desk-button big claim-send" disabled={state === 'submitting'}>
        <span className="for-none">Choose what to do</span>
        <span className="for-replace">Send new flowers and the letter</span>
        <span className="for-refund">Refund {sum !== undefined && formatPounds(sum)}</span>
        <span className="for-answer">Send the letter</span>
      </button>
    </ConfirmedForm>
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
    <div className="paper-slip">
      <h2>{describeOutcome(claim)}</h2>
      <p className="desk-soft">
        {answered_at && capitalise(whenWords(answered_at, new Date()))}
        {answered_by ? `, by ${answered_by}` : claim.by_itself ? ', by itself' : ''}
        {refund &&
          refund.back > 0 &&
          `. ${formatPounds(refund.back)} of order ${refund.order} has gone back, or is on its way`}
        .
      </p>
      {answer && (
        <p className="claim-answer" dir="auto">
          {answer}
        </p>
      )}
      {replacement && (
        <p>
          <Link to={`/desk/ticket/${replacement.order}`}>Ticket of order {replacement.order}</Link>
        </p>
      )}
    </div>
  );
}
