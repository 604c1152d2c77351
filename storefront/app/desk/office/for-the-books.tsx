import { type FormEvent, useId, useState } from 'react';
import { type Books, MOST_DAYS_OF_BOOKS } from '#contract/desk-takings.ts';
import { listQuarters, spanWords } from '#contract/takings-period.ts';
import { readText } from '../paper/form-parts.tsx';
import { send, toRefusal } from '../send.ts';
import { useConfirm } from '../staff/use-confirm.tsx';
import type { TakingsData } from './takings-data.ts';

const FILES: Record<Books, string> = {
  days: 'One line per day',
  orders: 'One line per order and refund',
  'xero-invoices': 'Xero: sales invoices',
  'xero-credit-notes': 'Xero: credit notes',
  'quickbooks-invoices': 'QuickBooks: invoices',
  'quickbooks-credit-notes': 'QuickBooks: credit notes',
};

/** Files for spreadsheets and for the two programs. Each wants a passkey: it holds names and sums. */
export function ForTheBooks({ data: { period, from, to, today } }: { data: TakingsData }) {
  const id = useId();
  const { dialog, withConfirm } = useConfirm();
  const [words, setWords] = useState<{ said: string; isRefusal: boolean }>();
  const [isBusy, setBusy] = useState(false);
  const shown = spanWords(period, { from, to }, today);

  const download = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [first = '', last = ''] = readText(form, 'span').split(' ');
    setBusy(true);
    setWords(undefined);
    try {
      const body = { file: readText(form, 'file'), from: first, to: last };
      const made = await withConfirm(() => send('POST', '/api/desk/takings/exports/', body));
      if (!made) return;
      location.assign(made.address);
      setWords({ said: 'The file is on its way.', isRefusal: false });
    } catch (error) {
      setWords({ said: `${toRefusal(error).message} No file was made.`, isRefusal: true });
    } finally {
      setBusy(false);
    }
  };

  return (
    <section className="paper-slip" id="books">
      <h2>For the books</h2>
      <p className="paper-small desk-soft">
        With VAT and fees apart, refunds as credit notes. Opens in any spreadsheet.
      </p>
      <form method="post" onSubmit={(event) => void download(event)}>
        <div className="paper-field">
          <label htmlFor={`${id}-span`}>Days</label>
          <select id={`${id}-span`} name="span" className="paper-input">
            <option value={`${from} ${to}`}>{shown}</option>
            {listQuarters(today).map((quarter) => (
              <option key={quarter.to} value={`${quarter.from} ${quarter.to}`}>
                VAT quarter to {quarter.words}
              </option>
            ))}
          </select>
        </div>
        <div className="paper-field">
          <label htmlFor={`${id}-file`}>File</label>
          <select id={`${id}-file`} name="file" className="paper-input">
            {Object.entries(FILES).map(([file, name]) => (
              <option key={file} value={file}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <button type="submit" className="desk-button line takings-wide" disabled={isBusy}>
          Download the CSV
        </button>
      </form>
      <p className={words?.isRefusal ? 'desk-refused' : 'paper-small'} role="status">
        {words?.said}
      </p>
      <p className="paper-small desk-soft">
        At most {MOST_DAYS_OF_BOOKS} days. Xero takes 500 invoices at a time; on both, say that amounts contain VAT.
      </p>
      {dialog}
    </section>
  );
}
