import { useId, useState } from 'react';
import { Icon } from '../ui/icon.tsx';
import './star-choice.css';

const WORDS = ['Poor', 'Fair', 'Good', 'Very good', 'Lovely'];
const STAR = 'm12 3.5 2.6 5.3 5.9.9-4.2 4.1 1 5.8-5.3-2.7-5.3 2.7 1-5.8-4.2-4.1 5.9-.9z';

type Props = { chosen: number | undefined; error: string | undefined };

/** One to five stars, by pointer or by arrow keys: five radio buttons drawn as stars. */
export function StarChoice({ chosen, error }: Props) {
  const id = useId();
  const [rating, setRating] = useState(chosen);
  return (
    <fieldset className="min-w-0" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1 font-semibold text-small">Your stars</legend>
      <div className="flex flex-wrap items-center gap-x-3">
        <div className="star-choice">
          {WORDS.map((words, place) => (
            <label key={words}>
              <input
                type="radio"
                name="rating"
                value={place + 1}
                required
                aria-label={`${place + 1} out of 5, ${words.toLowerCase()}`}
                aria-invalid={error ? true : undefined}
                defaultChecked={chosen === place + 1}
                onChange={() => setRating(place + 1)}
              />
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d={STAR} />
              </svg>
            </label>
          ))}
        </div>
        <span aria-hidden="true" className="text-small text-soft">
          {rating && WORDS[rating - 1]}
        </span>
      </div>
      {error && (
        <p id={`${id}-error`} className="field-error mt-1.5">
          <Icon name="warning" className="mt-px size-[1.125rem]" />
          <span>{error}</span>
        </p>
      )}
    </fieldset>
  );
}
