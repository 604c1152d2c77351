import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { isEasilyGuessed, SAY_SHORT } from '#contract/desk-codes.ts';
import { CODE_KINDS, type CodeKind } from '#contract/discount.ts';
import { MAX_CODE_LENGTH } from '#contract/limits.ts';
import { readPage, showPage, titled } from '../desk-page.tsx';
import { useAnswers } from '../ui/answers.tsx';
import { Columns, Pair } from '../ui/columns.tsx';
import { DayField, MoneyField, PickField, TextField, TickField, Wrong } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import { toAmount } from '../ui/read-changed.ts';
import { Heading } from '../ui/slip.tsx';
import { addCode } from './add-code.ts';
import { CartPreview } from './cart-preview.tsx';
import { makeUpCode } from './code-words.ts';

const KINDS: Record<CodeKind, { name: string; words: string }> = {
  percent: { name: 'Per cent', words: 'off the bouquets' },
  pounds: { name: 'Pounds', words: 'off the bouquets' },
  'free delivery': { name: 'Delivery', words: 'for nothing' },
};

/** What it gives, for whom and when: said once, and for good. */
export const loader = readPage(async (api) => {
  // Whoever may not make codes is refused here, not only when sending one.
  await api.get('/api/desk/codes/');
  return null;
});

export const meta = titled('New code');

export default showPage<typeof loader>(() => (
  <Page title="New code" crumb={{ to: '/desk/codes', words: 'Promo codes' }}>
    <Form act={addCode} className="group/code" label="New code">
      <CodeFields />
    </Form>
  </Page>
));
function CodeFields() {
  const { isSending } = useAnswers();
  const [kind, setKind] = useState<CodeKind>('percent');
  const [shown, setShown] = useState({ code: '', value: '', least: '' });
  const code = useRef<HTMLInputElement>(null);
  const show = (name: keyof typeof shown) => (event: React.ChangeEvent<HTMLInputElement>) =>
    setShown((before) => ({ ...before, [name]: event.target.value.trim() }));
  const makeUp = () => {
    const made = makeUpCode();
    if (code.current) code.current.value = made;
    setShown((before) => ({ ...before, code: made }));
  };
  const value = Number(toAmount(shown.value.replace(/\s*%$/, '')));
  const least = Number(toAmount(shown.least));
  return (
    <Columns
      aside={
        <CartPreview
          code={shown.code.toUpperCase()}
          kind={kind}
          value={Number.isFinite(value) ? (kind === 'percent' ? Math.min(100, Math.trunc(value)) : value) : 0}
          least={Number.isFinite(least) ? least : null}
        />
      }
    >
      <div className="grid gap-4.5">
        <Heading>What it gives</Heading>
        <div className="grid items-start gap-2 tablet:grid-cols-[minmax(0,1fr)_auto]">
          <TextField
            ref={code}
            name="code"
            label="Code"
            className="[&_input]:font-semibold [&_input]:text-[1.25rem] [&_input]:uppercase [&_input]:tracking-[0.06em]"
            maxLength={MAX_CODE_LENGTH}
            autoCapitalize="characters"
            spellCheck={false}
            hint={
              shown.code !== '' && isEasilyGuessed(shown.code)
                ? SAY_SHORT
                : 'Letters and digits; capitals make no difference.'
            }
            onChange={show('code')}
          />
          <button type="button" className="desk-button line tablet:mt-7" onClick={makeUp}>
            Make one up
          </button>
        </div>
        <fieldset className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,180px),1fr))] gap-2">
          <legend className="sr-only">What it gives</legend>
          {CODE_KINDS.map((known) => (
            <PickField
              key={known}
              name="kind"
              value={known}
              defaultChecked={known === kind}
              onChange={() => setKind(known)}
              words={KINDS[known].name}
              more={KINDS[known].words}
            />
          ))}
          <Wrong name="kind" />
        </fieldset>
        <Pair>
          <MoneyField
            name="value"
            label="Off"
            // Free delivery has no amount.
            className="group-has-[[value='free_delivery']:checked]/code:hidden"
            placeholder={kind === 'percent' ? '10 %' : '£5.00'}
            onChange={show('value')}
          />
          <MoneyField
            name="least"
            label="From an order of"
            note="(optional)"
            placeholder="£40.00"
            onChange={show('least')}
          />
        </Pair>
        <Heading>For whom and when</Heading>
        <Pair>
          <DayField name="from" label="From" note="(optional)" />
          <DayField name="until" label="Until, end of day" note="(optional)" />
        </Pair>
        <Pair>
          <TextField name="uses" label="Uses in all" note="(empty: no end)" inputMode="numeric" />
          <TextField name="each" label="Uses per person" note="(empty: no end)" inputMode="numeric" value="1" />
        </Pair>
        <TickField name="first_order">First order only</TickField>
        <div className="desk-acts">
          <button type="submit" className="desk-button" disabled={isSending}>
            Make the code
          </button>
          <Link className="desk-button plain" to="/desk/codes">
            Leave it
          </Link>
        </div>
      </div>
    </Columns>
  );
}
