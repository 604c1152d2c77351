import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { Bouquet, CatalogueWords } from '#contract/desk-catalogue.ts';
import type { Me } from '#contract/staff.ts';
import { DeskToastView, useDeskToast } from '../toasts.tsx';
import { AnswersTo } from '../ui/answers.tsx';
import { Columns } from '../ui/columns.tsx';
import { Page } from '../ui/page.tsx';
import { Refusals, Said } from '../ui/said.tsx';
import { ConflictPanel } from './conflict-panel.tsx';
import { OccasionFields, WhenFields, WordFields } from './editor-fields.tsx';
import { JUST_SAVED, LeaveDialog } from './leave-dialog.tsx';
import { PhotoSection } from './photo-section.tsx';
import { Preview } from './preview.tsx';
import { RecipeTable } from './recipe-table.tsx';
import { useEditing } from './use-editing.ts';
import { usePhotos } from './use-photos.ts';

export type BouquetData = { bouquet: Bouquet | null; words: CatalogueWords };
type Props = { data: BouquetData; me: Me };

/** The editor of one bouquet, and the toast, which outlives it: once saved, a new bouquet gets another editor. */
export function BouquetView(props: Props) {
  const { toast, show, close } = useDeskToast();
  return (
    <>
      <BouquetEditor key={props.data.bouquet?.id ?? 'new'} {...props} say={(words) => show({ words })} onSave={close} />
      <DeskToastView toast={toast} onClose={close} />
    </>
  );
}

/** What was said of the save before is not said any more when the next one is sent. */
type EditorProps = Props & { say(words: string): void; onSave(): void };

function BouquetEditor({ data: { bouquet, words }, me, say, onSave }: EditorProps) {
  const navigate = useNavigate();
  const editing = useEditing({
    staff: me.id,
    bouquet,
    nextCode: words.next_code,
    onSaved(saved) {
      say(`${saved.name} is saved. ${IN_SHOP[saved.status]}`);
      if (!bouquet) void navigate(`/desk/catalogue/${saved.id}`, { replace: true, state: JUST_SAVED });
    },
  });
  const { base, draft, changed, hasChanges, open, taken, errors, isSaving, change } = editing;
  const photos = usePhotos({ draft, change });
  // What was refused is said at its field, and the first of them has the focus.
  useEffect(() => {
    if (Object.keys(editing.errors).some(isField))
      document.querySelector<HTMLElement>('.ed [aria-invalid="true"]')?.focus();
  }, [editing.errors]);
  const reason = editing.isRestored ? whyNotYet({ isWaiting: photos.isWaiting, isOpen: open.length > 0 }) : undefined;
  return (
    <>
      <form
        method="post"
        className="ed"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isSaving || reason) return;
          onSave();
          void editing.save();
        }}
      >
        <Page
          title={draft.name.trim() || (bouquet ? bouquet.name : 'New bouquet')}
          crumb={{ to: '/desk/catalogue', words: 'Catalogue' }}
          lead={<span role="status">{describeState(base, changed.length)}</span>}
          acts={
            <div className="desk-acts">
              <label>
                <span className="sr-only">In the shop</span>
                <select
                  className="desk-input min-w-32.5"
                  name="status"
                  value={draft.status}
                  onChange={({ currentTarget }) => change({ status: currentTarget.value as typeof draft.status })}
                >
                  <option value="on_sale">On sale</option>
                  <option value="sold_out">Sold out</option>
                  <option value="withdrawn">Hidden</option>
                </select>
              </label>
              {hasChanges && (
                <button type="button" className="desk-button plain" onClick={editing.leaveChanges}>
                  Leave changes
                </button>
              )}
              <button
                type="submit"
                className="desk-button aria-disabled:cursor-not-allowed aria-disabled:bg-deep aria-disabled:text-mute"
                aria-disabled={isSaving || reason !== undefined}
              >
                {isSaving ? 'Saving…' : 'Save'}
              </button>
            </div>
          }
        >
          {reason && hasChanges && <p className="desk-warn -mt-2 mb-3 text-body">{reason}</p>}
          {!editing.isKept && <Said look="refused">This device keeps nothing: save before you leave the page.</Said>}
          <Refusals refused={errors} fields={Object.keys(errors).filter(isField)} />
          <ConflictPanel base={base} draft={draft} open={open} taken={taken} onChoose={editing.choose} />
          <AnswersTo refused={errors}>
            <Columns
              stays
              side="narrow"
              label="Preview"
              aside={<Preview draft={draft} colours={base?.colours ?? []} />}
            >
              <PhotoSection draft={draft} change={change} photos={photos} errors={errors} />
              <WordFields draft={draft} change={change} words={words} isNew={!bouquet} />
              <RecipeTable draft={draft} change={change} words={words} errors={errors} photos={photos} />
              <OccasionFields draft={draft} change={change} words={words} />
              <WhenFields draft={draft} change={change} />
            </Columns>
          </AnswersTo>
        </Page>
      </form>
      <LeaveDialog changes={changed.length} hasChanges={hasChanges} onLeaveChanges={editing.leaveChanges} />
    </>
  );
}

const IN_SHOP = {
  on_sale: 'It is in the shop.',
  sold_out: 'The shop shows it as sold out.',
  withdrawn: 'The shop does not show it.',
};

const isField = (name: string): boolean => name !== 'detail' && name !== 'non_field_errors';

function describeState(base: Bouquet | null, changes: number): string {
  const facts = base ? [base.item_code, ...(base.sold > 0 ? [`${base.sold.toLocaleString('en-GB')} sold`] : [])] : [];
  const known = facts.length > 0 ? `${facts.join(', ')}. ` : '';
  if (changes === 0) return base ? `${known}All is saved.` : 'Nothing is saved yet.';
  return `${known}${changes === 1 ? '1 change' : `${changes} changes`} not saved.`;
}

function whyNotYet({ isWaiting, isOpen }: { isWaiting: boolean; isOpen: boolean }): string | undefined {
  if (isOpen) return 'Choose first between your words and theirs, below.';
  if (isWaiting) return 'A photo is not ready yet. It can be saved in a moment.';
  return undefined;
}
