import { type FormEvent, useState } from 'react';
import { type Books, MOST_DAYS_OF_BOOKS } from '#contract/desk-takings.ts';
import { listQuarters, spanWords } from '#contract/takings-period.ts';
import { sayNoFile } from '../desk-api.ts';
import { send, toRefusal } from '../send.ts';
import { ChoiceField } from '../ui/field.tsx';
import { useConfirm } from '../ui/passkey-dialog.tsx';
import { readText } from '../ui/read-form.tsx';
import { Slip } from '../ui/slip.tsx';
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
      setWords({ said: sayNoFile(toRefusal(error)), isRefusal: true });
    } finally {
      setBusy(false);
    }
  };

  return (
    <Slip title="For the books" id="books">
      <p className="text-small text-soft">
        With VAT and fees apart, refunds as credit notes. Opens in any spreadsheet.
      </p>
      <form method="post" className="grid gap-3.5" onSubmit={(event) => void download(event)}>
        <ChoiceField
          name="span"
          label="Days"
          choices={[
            { value: `${from} ${to}`, words: shown },
            ...listQuarters(today).map((quarter) => ({
              value: `${quarter.from} ${quarter.to}`,
              words: `VAT quarter to ${quarter.words}`,
            })),
          ]}
        />
        <ChoiceField
          name="file"
          label="File"
          choices={Object.entries(FILES).map(([value, words]) => ({ value, words }))}
        />
        <button type="submit" className="desk-button line wide" disabled={isBusy}>
          Download the CSV
        </button>
      </form>
      <p className={words?.isRefusal ? 'desk-refused' : 'text-small'} role="status">
        {words?.said}
      </p>
      <p className="text-small text-soft">
        At most {MOST_DAYS_OF_BOOKS} days. Xero takes 500 invoices at a time; on both, say that amounts contain VAT.
      </p>
      {dialog}
    </Slip>
  );
}
