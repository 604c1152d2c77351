import type { Bouquet } from '#contract/desk-catalogue.ts';
import { type Draft, toContent, toDraft } from './draft.ts';
import { describeField, FIELD_NAMES } from './field-words.ts';
import type { Conflict, Field } from './merge-drafts.ts';

type Props = {
  base: Bouquet | null;
  draft: Draft;
  open: Conflict[];
  taken: Field[];
  onChoose(conflict: Conflict, whose: 'mine' | 'theirs'): void;
};

/** What somebody else changed meanwhile, field by field: both are shown, and one is chosen. */
export function ConflictPanel({ base, draft, open, taken, onChoose }: Props) {
  if (open.length === 0 && taken.length === 0) return null;
  const who = base?.changed?.by ?? 'Somebody else';
  return (
    <section
      className="mb-5.5 py-4 px-5 border-l-5 border-marigold rounded-square bg-tint"
      aria-label="Changed meanwhile"
      role="status"
    >
      <p>
        <b>{who} has changed this bouquet meanwhile.</b>
        {taken.length > 0 && ` Taken over: ${taken.map((field) => FIELD_NAMES[field]).join('; ')}.`}
        {open.length > 0 && ' You both changed what follows. Choose what is to be saved.'}
      </p>
      {open.map((conflict) => (
        <Choice key={conflict.field} conflict={conflict} draft={draft} who={who} onChoose={onChoose} />
      ))}
    </section>
  );
}

type ChoiceProps = Pick<Props, 'draft' | 'onChoose'> & { conflict: Conflict; who: string };

function Choice({ conflict, draft, who, onChoose }: ChoiceProps) {
  const name = FIELD_NAMES[conflict.field];
  return (
    <div className="mt-3.5 pt-3 border-t border-rule">
      <h2 className="text-[1rem]/[1.3] font-semibold">{name}</h2>
      <dl className="grid grid-cols-[1fr_1fr] gap-3.5 mt-2 mb-3 mx-0 max-phone:grid-cols-1">
        <div>
          <dt className="text-soft text-small">Yours</dt>
          <dd className="m-0 whitespace-pre-line">{describeField(toContent(draft), conflict.field)}</dd>
        </div>
        <div>
          <dt className="text-soft text-small">{who}</dt>
          <dd className="m-0 whitespace-pre-line">
            {describeField(toContent(toDraft(conflict.theirs)), conflict.field)}
          </dd>
        </div>
      </dl>
      <div className="desk-acts">
        <button
          type="button"
          className="desk-button line mid"
          aria-label={`Keep mine: ${name}`}
          onClick={() => onChoose(conflict, 'mine')}
        >
          Keep mine
        </button>
        <button
          type="button"
          className="desk-button line mid"
          aria-label={`Take theirs: ${name}`}
          onClick={() => onChoose(conflict, 'theirs')}
        >
          Take theirs
        </button>
      </div>
    </div>
  );
}
