import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { isEasilyGuessed, SAY_SHORT } from '#contract/desk-codes.ts';
import { CODE_KINDS, type CodeKind } from '#contract/discount.ts';
import { MAX_CODE_LENGTH } from '#contract/limits.ts';
import type { DeskPage } from '../desk-page.ts';
import { readText } from '../paper/form-parts.tsx';
import { CartPreview } from './cart-preview.tsx';
import { makeUpCode } from './code-words.ts';
import { Field, Wrong } from './field.tsx';
import { toAmount, toNumber } from './read-form.ts';
import { type Answered, keepTyped, SentForm } from './sent-form.tsx';

const FIELDS = ['code', 'kind', 'value', 'from', 'until', 'least', 'uses', 'each'];

const KINDS: Record<CodeKind, { name: string; words: string }> = {
  percent: { name: 'Per cent', words: 'off the bouquets' },
  pounds: { name: 'Pounds', words: 'off the bouquets' },
  'free delivery': { name: 'Delivery', words: 'for nothing' },
};

const addCode: NonNullable<DeskPage['act']> = (api, form) =>
  keepTyped(form, async () => {
    const read = (name: string) => readText(form, name).trim();
    const kind = read('kind');
    const added = await api.send('POST', '/api/desk/codes/', {
      code: read('code'),
      kind,
      value: kind === 'percent' ? toNumber(read('value').replace(/\s*%$/, '')) : toAmount(read('value')),
      from: read('from') || null,
      until: read('until') || null,
      least: toAmount(read('least')),
      uses: toNumber(read('uses')),
      each: toNumber(read('each')),
      first_order: form.has('first_order'),
    });
    return `/desk/codes/${encodeURIComponent(added.code)}?saved=open`;
  });

/** What it gives, for whom and when: said once, and for good. */
export const newCodePage: DeskPage<null> = {
  path: 'codes/new',
  title: 'New code',
  load: async (api) => {
    // Whoever may not make codes is refused here, not only when sending one.
    await api.get('/api/desk/codes/');
    return null;
  },
  act: addCode,
  View: ({ refused }) => (
    <section className="desk-page">
      <Link className="paper-crumb" to="/desk/codes">
        ‹ Promo codes
      </Link>
      <div className="desk-top">
        <h1>New code</h1>
      </div>
      <SentForm act={addCode} refused={refused} fields={FIELDS} label="New code">
        {(answered) => <CodeFields answered={answered} />}
      </SentForm>
    </section>
  ),
};

function CodeFields({ answered }: { answered: Answered }) {
  const [kind, setKind] = useState<CodeKind>(
    CODE_KINDS.find((known) => known === answered.typed('kind', 'percent')) ?? 'percent',
  );
  const [shown, setShown] = useState({ code: '', value: '', least: '' });
  const code = useRef<HTMLDivElement>(null);
  const show = (name: keyof typeof shown) => (event: React.ChangeEvent<HTMLInputElement>) =>
    setShown((before) => ({ ...before, [name]: event.target.value.trim() }));
  const makeUp = () => {
    const field = code.current?.querySelector('input');
    if (!field) return;
    field.value = makeUpCode();
    setShown((before) => ({ ...before, code: field.value }));
  };
  const value = Number(toAmount(shown.value.replace(/\s*%$/, '')));
  const least = Number(toAmount(shown.least));
  return (
    <div className="office-side">
      <div className="office-stack">
        <h2 className="office-h2">What it gives</h2>
        <div className="code-name" ref={code}>
          <Field
            name="code"
            label="Code"
            value=""
            maxLength={MAX_CODE_LENGTH}
            autoCapitalize="characters"
            spellCheck={false}
            hint={
              shown.code !== '' && isEasilyGuessed(shown.code)
                ? SAY_SHORT
                : 'Letters and digits; capitals make no difference.'
            }
            answered={answered}
            onChange={show('code')}
          />
          <button type="button" className="desk-button line" onClick={makeUp}>
            Make one up
          </button>
        </div>
        <fieldset className="code-kinds">
          <legend className="sr-only">What it gives</legend>
          {CODE_KINDS.map((known) => (
            <label key={known} className="claim-pick">
              <input
                type="radio"
                name="kind"
                value={known}
                defaultChecked={known === kind}
                onChange={() => setKind(known)}
              />
              <span>
                <b>{KINDS[known].name}</b>
                <span className="desk-soft">{KINDS[known].words}</span>
              </span>
            </label>
          ))}
          <Wrong name="kind" answered={answered} />
        </fieldset>
        <div className="office-pair">
          <div className="code-value">
            <Field
              name="value"
              label="Off"
              value=""
              inputMode="decimal"
              placeholder={kind === 'percent' ? '10 %' : '£5.00'}
              answered={answered}
              onChange={show('value')}
            />
          </div>
          <Field
            name="least"
            label={optional('From an order of')}
            value=""
            inputMode="decimal"
            placeholder="£40.00"
            answered={answered}
            onChange={show('least')}
          />
        </div>
        <h2 className="office-h2">For whom and when</h2>
        <div className="office-pair">
          <Field name="from" label={optional('From')} type="date" value="" answered={answered} />
          <Field name="until" label={optional('Until, end of day')} type="date" value="" answered={answered} />
        </div>
        <div className="office-pair">
          <Field name="uses" label={empty('Uses in all')} inputMode="numeric" value="" answered={answered} />
          <Field name="each" label={empty('Uses per person')} inputMode="numeric" value="1" answered={answered} />
        </div>
        <label className="desk-check">
          <input
            type="checkbox"
            className="office-check"
            name="first_order"
            defaultChecked={answered.ticked('first_order', false)}
          />
          First order only
        </label>
        <div className="desk-acts">
          <button type="submit" className="desk-button" disabled={answered.isSending}>
            Make the code
          </button>
          <Link className="desk-button plain" to="/desk/codes">
            Leave it
          </Link>
        </div>
      </div>
      <aside>
        <CartPreview
          code={shown.code.toUpperCase()}
          kind={kind}
          value={Number.isFinite(value) ? (kind === 'percent' ? Math.min(100, Math.trunc(value)) : value) : 0}
          least={Number.isFinite(least) ? least : null}
        />
      </aside>
    </div>
  );
}

const optional = (words: string) => (
  <>
    {words} <span className="office-optional">(optional)</span>
  </>
);

const empty = (words: string) => (
  <>
    {words} <span className="office-optional">(empty: no end)</span>
  </>
);
