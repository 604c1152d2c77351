import { useId } from 'react';
import { noteLength } from '#contract/cart.ts';
import { MAX_GIFT_NOTE_LENGTH } from '#contract/limits.ts';
import { Icon } from '../../ui/icon.tsx';
import { NoteCard } from './note-card.tsx';

const TOO_LONG = `Gift note must be no more than ${MAX_GIFT_NOTE_LENGTH} characters.`;

type Props = {
  text: string;
  /** Why the shop refused it. */
  refusal: string | undefined;
  day: string | undefined;
  onChange: (text: string) => void;
  onBlur?: () => void;
};

export const isTooLong = (text: string): boolean => noteLength(text) > MAX_GIFT_NOTE_LENGTH;

/** The gift note, and a preview of the card. */
export function GiftNote({ text, refusal, day, onChange, onBlur }: Props) {
  const id = useId();
  const length = noteLength(text);
  const error = length > MAX_GIFT_NOTE_LENGTH ? TOO_LONG : refusal;
  return (
    <div className="grid gap-x-[clamp(1.5rem,3vw,2.75rem)] gap-y-4.5 tablet:grid-cols-2">
      <div className="grid content-start gap-[7px]">
        <h2 className="text-[1.75rem]">
          <label htmlFor={id}>Gift note</label>
        </h2>
        <p className="mb-2.5 text-soft">In your own words. We print it exactly as you type it.</p>
        <textarea
          id={id}
          rows={5}
          className="input resize-y"
          value={text}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-error ${id}-hint`}
          onChange={({ target }) => onChange(target.value)}
          onBlur={onBlur}
        />
        <p id={`${id}-hint`} className="flex justify-between gap-3 text-small text-soft">
          <span>Leave it empty for no card.</span>
          <span className={`num whitespace-nowrap ${length > MAX_GIFT_NOTE_LENGTH ? 'font-semibold text-error' : ''}`}>
            {length} / {MAX_GIFT_NOTE_LENGTH}
          </span>
        </p>
        <div id={`${id}-error`} role="status">
          {error && (
            <p className="field-error">
              <Icon name="warning" className="mt-px size-[1.125rem]" />
              {error}
            </p>
          )}
        </div>
      </div>
      {text.trim() !== '' && (
        <div className="grid content-start gap-2.5 tablet:pt-2.5">
          <p className="text-small text-soft">How it will look</p>
          <NoteCard text={text} day={day} />
        </div>
      )}
    </div>
  );
}
