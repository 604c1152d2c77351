import { type FormEvent, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { DeskPage } from '../desk-page.ts';
import { drawPhoto } from '../draw-photo.ts';
import { send, toRefusal } from '../send.ts';
import { PickField } from '../ui/field.tsx';
import { useEarly } from '../use-early.ts';
import { type MissingData, readSwap } from './missing-data.ts';
import { missingDayAddress } from './missing-day-data.ts';
import { chosenFirst, SOMETHING_ELSE, sayLike } from './offered-flowers.ts';
import { recipeOf } from './ticket-data.ts';

type Fields = Record<string, string[] | string>;

const wordsOf = (fields: Fields | undefined, name: string) => [fields?.[name] ?? []].flat().join(' ');

export const MissingView: DeskPage<MissingData>['View'] = ({ data, refused }) => {
  const { ticket, line, flower, offered } = data;
  const back = `/desk/ticket/${ticket.id}?line=${line.id}`;
  const address = (each: string) =>
    `/desk/ticket/${ticket.id}/missing?${new URLSearchParams({ line: String(line.id), flower: each })}`;
  return (
    <div className="desk-page desk-missing">
      <h1>What is missing?</h1>
      <p className="text-soft">
        Order {ticket.id}, {line.name}
      </p>
      <nav className="desk-chips" aria-label="Flower">
        {line.recipe.map((stem) => (
          <Link
            key={stem.flower}
            className="desk-chip big"
            to={address(stem.flower)}
            aria-current={stem.flower === flower ? 'true' : undefined}
          >
            {stem.flower}
          </Link>
        ))}
      </nav>
      {flower && (
        <p className="mx-0 -mt-1 mb-4.5">
          <Link className="desk-button line" to={missingDayAddress(ticket.leaves_on, flower)}>
            All tickets with {lowerFirst(flower)}
          </Link>
        </p>
      )}
      {flower ? (
        <SwapForm key={flower} data={data} flower={flower} offered={offered} refused={refused} back={back} />
      ) : (
        <form method="post" className="desk-acts">
          <Link className="desk-button plain big" to={back}>
            Back
          </Link>
          <CannotBeTied />
        </form>
      )}
    </div>
  );
};

const lowerFirst = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);

const CannotBeTied = () => (
  <button type="submit" className="desk-button line big" name="cannot-be-tied" value="1" formNoValidate>
    Cannot be tied today
  </button>
);

type Given = {
  data: MissingData;
  flower: string;
  offered: MissingData['offered'];
  refused: Fields | undefined;
  back: string;
};

/** Enough for a letter and a telephone. */
const LONGEST_SIDE = 1_400;

const toBase64 = async (file: File): Promise<string> =>
  (await drawPhoto(file, LONGEST_SIDE)).toDataURL('image/jpeg', 0.85).replace(/^data:[^,]*,/, '');

function SwapForm({ data: { ticket, line }, flower, offered, refused: refusedBefore, back }: Given) {
  const left = recipeOf(line, ticket).find((stem) => stem.flower === flower);
  const inIt = (left?.count ?? 1) - (left?.swapped ?? []).reduce((sum, swap) => sum + swap.count, 0);
  const [count, setCount] = useState(Math.max(1, inIt));
  const [instead, setInstead] = useState(chosenFirst(offered));
  const mustAsk = ticket.swap_choice === 'ask' && ticket.can_ask;
  const [how, setHow] = useState(mustAsk ? 'ask' : ticket.can_ask ? 'tell' : 'quiet');
  const [refused, setRefused] = useState(refusedBefore);
  const [isSending, setSending] = useState(false);
  const navigate = useNavigate();
  const here = useRef<HTMLFormElement>(null);
  const readCount = (typed: string) => Number(typed.replaceAll(/\D/g, ''));
  useEarly(here, (chosen) => {
    setCount(readCount(String(chosen.get('count') ?? '')));
    setHow(String(chosen.get('how') ?? ''));
    setInstead(chosen.get('instead')?.toString() ?? (chosen.get('other') ? SOMETHING_ELSE : undefined));
  });

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (submitter instanceof HTMLButtonElement && submitter.name === 'cannot-be-tied') return;
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setSending(true);
    try {
      const file = form.get('photo');
      const photo = how === 'ask' && file instanceof File && file.size > 0 ? await toBase64(file) : undefined;
      await send('POST', `/api/desk/orders/${ticket.id}/swaps/`, { ...readSwap(form), photo });
      await navigate(back);
    } catch (error) {
      setRefused(toRefusal(error).fields);
      setSending(false);
    }
  };
  const other = wordsOf(refused, 'instead');
  const all = ['detail', 'item', 'flower', 'ask', 'non_field_errors']
    .map((name) => wordsOf(refused, name))
    .join(' ')
    .trim();
  return (
    <form ref={here} method="post" className="desk-swap grid gap-4.5" onSubmit={submit}>
      <input type="hidden" name="item" value={line.id} />
      <input type="hidden" name="flower" value={flower} />
      <div className="desk-swap-count">
        <label htmlFor="swap-count">How many are missing</label>
        <div className="desk-stepper">
          <button type="button" aria-label="One fewer" onClick={() => setCount(Math.max(1, count - 1))}>
            −
          </button>
          <input
            id="swap-count"
            name="count"
            inputMode="numeric"
            value={count}
            onChange={({ target }) => setCount(readCount(target.value))}
          />
          <button type="button" aria-label="One more" onClick={() => setCount(Math.min(inIt, count + 1))}>
            +
          </button>
        </div>
        <span className="text-soft">of {inIt}</span>
        <p className="desk-field-error" role="alert">
          {wordsOf(refused, 'count')}
        </p>
      </div>
      <fieldset className="grid gap-2 phone:grid-cols-2 [&>p]:col-span-full">
        <legend className="pb-2">Use instead</legend>
        {offered.map((each) => (
          <PickField
            key={each.name}
            name="instead"
            value={each.name}
            checked={instead === each.name}
            required
            onChange={() => setInstead(each.name)}
            words={each.name}
            more={sayLike(each)}
          />
        ))}
        <PickField
          name="instead"
          value={SOMETHING_ELSE}
          checked={instead === SOMETHING_ELSE}
          onChange={() => setInstead(SOMETHING_ELSE)}
          words="Something else"
          more="Name it; it must be worth as much or more"
        >
          <input
            type="text"
            name="other"
            className="desk-input mt-1.5 max-w-95"
            aria-label="Something else"
            maxLength={100}
            aria-invalid={other !== ''}
            onFocus={() => setInstead(SOMETHING_ELSE)}
          />
        </PickField>
        <p className="desk-field-error" role="alert">
          {other}
        </p>
      </fieldset>
      <fieldset className="grid gap-2">
        <legend className="pb-2">The buyer</legend>
        {mustAsk && <p className="text-soft">chose to be asked first.</p>}
        {ticket.can_ask && (
          <Way
            value="ask"
            how={how}
            onChoose={setHow}
            words="Ask by letter first"
            more="The ticket waits for the answer"
          />
        )}
        {ticket.can_ask && !mustAsk && (
          <Way value="tell" how={how} onChoose={setHow} words="Tell by letter what was swapped" />
        )}
        {!mustAsk && <Way value="quiet" how={how} onChoose={setHow} words="No letter" />}
        {how === 'ask' && <SwapPhoto />}
        <p className="desk-field-error" role="alert">
          {wordsOf(refused, 'photo')}
        </p>
      </fieldset>
      {all && (
        <p className="desk-refused" role="alert">
          {all}
        </p>
      )}
      <div className="desk-acts">
        <Link className="desk-button plain big" to={back}>
          Back
        </Link>
        <CannotBeTied />
        <button type="submit" className="desk-button big" disabled={isSending}>
          {how === 'ask' ? 'Ask the buyer' : `Swap ${count} ${count === 1 ? 'stem' : 'stems'}`}
        </button>
      </div>
    </form>
  );
}

/** One button, which says what was taken; the browser's own stands for it to those who do not see. */
function SwapPhoto() {
  const [taken, setTaken] = useState<string>();
  return (
    <div className="desk-photo flex flex-wrap gap-y-1.5 gap-x-4 items-center mt-3">
      <label className="desk-button line big">
        {taken === undefined ? 'Take a photo' : 'Another photo'}
        <input
          type="file"
          className="sr-only"
          name="photo"
          accept="image/*"
          capture="environment"
          aria-describedby="swap-photo"
          onChange={({ target }) => setTaken(target.files?.[0]?.name)}
        />
      </label>
      <p id="swap-photo" className="text-soft" role="status">
        {taken === undefined
          ? 'Of what would go in, for the letter. It may do without.'
          : `${taken} goes with the letter.`}
      </p>
    </div>
  );
}

type WayGiven = { value: string; how: string; onChoose: (how: string) => void; words: string; more?: string };

const Way = ({ value, how, onChoose, words, more }: WayGiven) => (
  <PickField
    name="how"
    value={value}
    checked={how === value}
    onChange={() => onChoose(value)}
    words={words}
    more={more}
  />
);
