import { useState } from 'react';
import { type CatalogueChange, type ImportedCatalogue, MAX_CATALOGUE_FILE } from '#contract/desk-catalogue-file.ts';
import { readPage, showPage, titled } from '../desk-page.tsx';
import { send, toRefusal } from '../send.ts';
import { Flag } from '../ui/flag.tsx';
import { Page } from '../ui/page.tsx';
import { Slip } from '../ui/slip.tsx';
import { EditorSection } from './editor-section.tsx';

/** The catalogue by file: out for a spreadsheet, and back after a look at what it changes. */
export const loader = readPage((api) => api.get('/api/desk/catalogue/words/').then(() => null));

export const meta = titled('Catalogue by file');

export default showPage<typeof loader>(FileView);
const TOO_LARGE = `This file is larger than ${MAX_CATALOGUE_FILE / 1024 / 1024} MB. The command line takes it: npm run catalogue -- import FILE.`;

type Sent = { format: 'csv' | 'json'; text: string };

const inWords = (count: number): string => count.toLocaleString('en-GB');

function FileView() {
  const [sent, setSent] = useState<Sent>();
  const [outcome, setOutcome] = useState<ImportedCatalogue>();
  const [problems, setProblems] = useState<string[]>([]);
  const [isUnknown, setUnknown] = useState(false);
  const [isBusy, setBusy] = useState(false);

  async function post(file: Sent, key?: string): Promise<void> {
    setBusy(true);
    setProblems([]);
    try {
      setOutcome(await send('POST', '/api/desk/catalogue/file/', { ...file, key }));
    } catch (error) {
      const { status, fields, message } = toRefusal(error);
      setOutcome(undefined);
      // Whoever told the shop to do it and heard nothing does not know whether it is done.
      setUnknown(key !== undefined && (status === 0 || status >= 500));
      setProblems(status === 400 && fields.file ? [fields.file].flat() : [message]);
    } finally {
      setBusy(false);
    }
  }

  async function choose(file: File | undefined): Promise<void> {
    if (!file) return;
    setOutcome(undefined);
    setUnknown(false);
    if (file.size > MAX_CATALOGUE_FILE) return setProblems([TOO_LARGE]);
    const chosen: Sent = { format: /\.json$/i.test(file.name) ? 'json' : 'csv', text: await file.text() };
    setSent(chosen);
    await post(chosen);
  }

  return (
    <Page title="Catalogue by file" crumb={{ to: '/desk/catalogue', words: 'Catalogue' }}>
      <div className="grid max-w-225 gap-5.5">
        <EditorSection title="Take it out" id="take-out">
          <p>Every bouquet, hidden ones too, with sizes and recipes. Pictures are named by their ids.</p>
          <p className="desk-acts mt-3">
            <a className="desk-button line" href="/api/desk/catalogue/file/?format=csv" download>
              CSV, for a spreadsheet
            </a>
            <a className="desk-button line" href="/api/desk/catalogue/file/?format=json" download>
              JSON
            </a>
          </p>
        </EditorSection>
        <EditorSection title="Bring it back" id="bring-back">
          <p>
            You see first what would change. Bouquets that the file does not name stay as they are. Photos are added in
            the editor.
          </p>
          <label className="desk-button line relative my-3 focus-within:outline-2 focus-within:outline-leaf-700 focus-within:outline-offset-3">
            {isBusy ? 'Reading…' : 'Choose a file'}
            <input
              type="file"
              className="sr-only"
              accept=".csv,.json"
              disabled={isBusy}
              onChange={({ currentTarget }) => {
                void choose(currentTarget.files?.[0]);
                currentTarget.value = '';
              }}
            />
          </label>
          <div role="status">{outcome && <Outcome outcome={outcome} />}</div>
          {problems.length > 0 && (
            <div className="desk-refused" role="alert">
              <p>
                {isUnknown
                  ? 'We do not know whether it was done. Choose the file again: you see what is still to change.'
                  : 'Nothing was changed.'}
              </p>
              <ul>
                {problems.map((problem) => (
                  <li key={problem}>{problem}</li>
                ))}
              </ul>
            </div>
          )}
          {outcome && sent && !outcome.is_done && outcome.added + outcome.changed > 0 && (
            <p className="desk-acts mt-3">
              <button
                type="button"
                className="desk-button"
                disabled={isBusy}
                onClick={() => void post(sent, outcome.key)}
              >
                {[
                  outcome.changed > 0 && `Change ${outcome.changed.toLocaleString('en-GB')}`,
                  outcome.added > 0 &&
                    `${outcome.changed > 0 ? 'add' : 'Add'} ${outcome.added.toLocaleString('en-GB')}`,
                ]
                  .filter(Boolean)
                  .join(' and ')}
              </button>
              <button type="button" className="desk-button plain" onClick={() => setOutcome(undefined)}>
                Leave it
              </button>
            </p>
          )}
        </EditorSection>
      </div>
    </Page>
  );
}

function Outcome({ outcome }: { outcome: ImportedCatalogue }) {
  const { is_done: isDone, added, changed, unchanged, changes, unused } = outcome;
  const more = added + changed - changes.length;
  return (
    <Slip as="div" className="[&_li]:border-line [&_li]:border-t [&_li]:py-2">
      <p>
        <b>{isDone ? 'Done. ' : 'This would happen: '}</b>
        {inWords(changed)} {isDone ? 'changed' : 'to change'}, {inWords(added)} new, {inWords(unchanged)} as they{' '}
        {isDone ? 'were' : 'are'}.
      </p>
      {unused.length > 0 && <p className="desk-warn">Not used: {unused.join(', ')}.</p>}
      <ul>
        {changes.map((change) => (
          <Change key={change.item_code} change={change} />
        ))}
      </ul>
      {more > 0 && <p>and {more.toLocaleString('en-GB')} more</p>}
    </Slip>
  );
}

const Change = ({ change: { item_code, name, is_new, fields } }: { change: CatalogueChange }) => (
  <li>
    <b>{name}</b> <span className="desk-mute">{item_code}</span> {is_new && <Flag>New</Flag>}
    {fields.map((field) => (
      <p key={field.name} className="text-small">
        {field.name}: <del className="text-mute">{field.before}</del>{' '}
        <ins className="font-semibold no-underline">{field.after}</ins>
      </p>
    ))}
  </li>
);
