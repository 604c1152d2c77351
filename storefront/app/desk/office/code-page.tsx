import { Link } from 'react-router';
import type { DeskCode } from '#contract/desk-codes.ts';
import { formatPounds } from '#contract/money.ts';
import type { DeskPage } from '../desk-page.ts';
import { readText } from '../paper/form-parts.tsx';
import { Fill } from '../today/fill.tsx';
import { CartPreview } from './cart-preview.tsx';
import { sayFor, sayGives, sayWhen } from './code-words.ts';
import { CodeStateMark } from './codes-page.tsx';
import { SentForm } from './sent-form.tsx';

type Data = { code: DeskCode; saved: string | null };

const switchCode: NonNullable<DeskPage['act']> = async (api, form, { code = '' }) => {
  const open = readText(form, 'do') === 'open';
  await api.send('PATCH', `/api/desk/codes/${encodeURIComponent(code)}/`, { open });
  return `/desk/codes/${encodeURIComponent(code)}?saved=${open ? 'open' : 'ended'}`;
};

/** One code: what it gives and what it brought. Its terms stay as they were made; it can be ended and opened. */
export const promoCodePage: DeskPage<Data> = {
  path: 'codes/:code',
  title: 'Promo code',
  async load(api, { code = '' }, search) {
    return {
      code: await api.get(`/api/desk/codes/${encodeURIComponent(code)}/`),
      saved: search.get('saved'),
    };
  },
  act: switchCode,
  View: ({ data: { code, saved }, refused }) => (
    <section className="desk-page">
      <Link className="paper-crumb" to="/desk/codes">
        ‹ Promo codes
      </Link>
      <div className="desk-top">
        <div>
          <h1>{code.code}</h1>
          <p className="desk-soft">
            <CodeStateMark code={code} />
          </p>
        </div>
      </div>
      <div className="office-side">
        <div>
          <h2 className="office-h2">What it gives</h2>
          <dl className="office-facts">
            <Fact words="Gives" value={sayGives(code)} />
            <Fact words="For" value={sayFor(code)} />
            <Fact words="From – until, end of day" value={sayWhen(code)} />
            <Fact words="Uses in all" value={code.uses === null ? 'no end' : String(code.uses)} />
            <Fact words="Uses per person" value={code.each === null ? 'no end' : String(code.each)} />
          </dl>
          <p className="office-hint">
            What a code gives never changes, because people have read it. End it, and make a new one.
          </p>
          <SentForm
            act={switchCode}
            params={{ code: code.code }}
            refused={refused}
            fields={[]}
            className="office-form"
            label={code.code}
            saved={
              saved && (code.ended_at ? 'It has ended. Nobody can use it any more.' : 'It is open. The shop takes it.')
            }
          >
            {({ isSending }) => (
              <div className="desk-acts">
                <button
                  type="submit"
                  name="do"
                  value={code.ended_at ? 'open' : 'end'}
                  className={code.ended_at ? 'desk-button' : 'desk-button danger'}
                  disabled={isSending}
                >
                  {code.ended_at ? `Open ${code.code} again` : `End ${code.code}`}
                </button>
              </div>
            )}
          </SentForm>
        </div>
        <aside className="office-stack">
          <CartPreview code={code.code} kind={code.kind} value={code.value} least={code.least} />
          <div className="office-slip">
            <h3>
              Used {code.used}
              {code.uses === null ? (code.used === 1 ? ' time' : ' times') : ` of ${code.uses}`}
            </h3>
            {code.uses !== null && <Fill part={Math.min(1, code.used / code.uses)} />}
            <p className="desk-soft">
              {formatPounds(code.given)} given away, {formatPounds(code.brought)} of orders came with it.
            </p>
          </div>
        </aside>
      </div>
    </section>
  ),
};

const Fact = ({ words, value }: { words: string; value: string }) => (
  <div>
    <dt>{words}</dt>
    <dd>{value}</dd>
  </div>
);
