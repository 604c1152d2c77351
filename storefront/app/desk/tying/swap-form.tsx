import { type FormEvent, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Fields } from '../desk-api.ts';
import type { Press } from '../desk-page.tsx';
import { drawPhoto } from '../draw-photo.ts';
import { send, toRefusal } from '../send.ts';
import { PickField } from '../ui/field.tsx';
import { useEarly } from '../use-early.ts';
import { type MissingData, readSwap } from './missing-data.ts';
import { chosenFirst, SOMETHING_ELSE, sayLike } from './offered-flowers.ts';
import { Stepper } from './stepper.tsx';
import { recipeOf } from './ticket-data.ts';

const wordsOf = (fields: Fields | undefined, name: string) => [fields?.[name] ?? []].flat().join(' ');

export const setAside: Press = async (_form, { id = '' }) => {
  await send('PUT', `/api/desk/orders/${id}/cannot-be-tied/`, {});
  return `/desk/ticket/${id}`;
};

export const CannotBeTied = () => (
  <button type="submit" className="desk-button line big last:flex-1" name="cannot-be-tied" value="1" formNoValidate>
    Cannot be tied today
  </button>
);

type Props = {
  data: MissingData;
  flower: string;
  offered: MissingData['offered'];
  back: string;
};

/** Enough for a letter and a telephone. */
const LONGEST_SIDE = 1_400;

const toBase64 = async (file: File): Promise<string> =>
  (await drawPhoto(file, LONGEST_SIDE)).toDataURL('image/jpeg', 0.85).replace(/^data:[^,]*,/, '');

/** How many are missing, what goes in instead, and what the buyer is told. */
export function SwapForm({ data: { ticket, line }, flower, offered, back }: Props) {
  const left = recipeOf(line, ticket).find((stem) => stem.flower === flower);
  const inIt = (left?.count ?? 1) - (left?.swapped ?? []).reduce((sum, swap) => sum + swap.count, 0);
  const [count, setCount] = useState(Math.max(1, inIt));
  const [instead, setInstead] = useState(chosenFirst(offered));
  const mustAsk = ticket.swap_choice === 'ask' && ticket.can_ask;
  const [how, setHow] = useState(mustAsk ? 'ask' : ticket.can_ask ? 'tell' : 'quiet');
  const [refused, setRefused] = useState<Fields>();
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
    event.preventDefault();
    const form = new FormData(event.currentTarget, (event.nativeEvent as globalThis.SubmitEvent).submitter);
    setSending(true);
    try {
      if (form.has('cannot-be-tied')) return void navigate((await setAside(form, { id: String(ticket.id) })) ?? back);
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
    <form ref={here} method="post" className="grid gap-4.5" onSubmit={submit}>
      <input type="hidden" name="item" value={line.id} />
      <input type="hidden" name="flower" value={flower} />
      <div className="flex flex-wrap gap-x-4 gap-y-3 items-center">
        <label className="p-0 font-semibold" htmlFor="swap-count">
          How many are missing
        </label>
        <Stepper
          id="swap-count"
          name="count"
          value={count}
          fewer="One fewer"
          more="One more"
          onStep={(by) => setCount(Math.min(inIt, Math.max(1, count + by)))}
          onType={(typed) => setCount(readCount(typed))}
        />
        <span className="text-soft">of {inIt}</span>
        <p className="desk-field-error" role="alert">
          {wordsOf(refused, 'count')}
        </p>
      </div>
      <fieldset className="grid gap-2 phone:grid-cols-2 [&>p]:col-span-full">
        <legend className="p-0 pb-2 font-semibold">Use instead</legend>
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
        <legend className="p-0 pb-2 font-semibold">The buyer</legend>
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
        <button type="submit" className="desk-button big flex-1" disabled={isSending}>
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
    <div className="flex flex-wrap gap-y-1.5 gap-x-4 items-center mt-3">
      <label className="desk-button line big focus-within:outline-2 focus-within:outline-leaf-700 focus-within:outline-offset-3">
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

type WayProps = { value: string; how: string; onChoose: (how: string) => void; words: string; more?: string };

const Way = ({ value, how, onChoose, words, more }: WayProps) => (
  <PickField
    name="how"
    value={value}
    checked={how === value}
    onChange={() => onChoose(value)}
    words={words}
    more={more}
  />
);
