import { formatPounds } from '#contract/money.ts';
import { type Press, readPage, showPage, titled } from '../desk-page.tsx';
import { send } from '../send.ts';
import { Columns } from '../ui/columns.tsx';
import { Fill } from '../ui/fill.tsx';
import { Form } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import { readText } from '../ui/read-form.tsx';
import { Facts, Heading, Slip } from '../ui/slip.tsx';
import { CartPreview } from './cart-preview.tsx';
import { sayFor, sayGives, sayWhen } from './code-words.ts';
import { CodeStateMark } from './codes-page.tsx';

const switchCode: Press = async (form, { code = '' }) => {
  const open = readText(form, 'do') === 'open';
  await send('PATCH', `/api/desk/codes/${encodeURIComponent(code)}/`, { open });
  return `/desk/codes/${encodeURIComponent(code)}?saved=${open ? 'open' : 'ended'}`;
};

/** One code: what it gives and what it brought. Its terms stay as they were made; it can be ended and opened. */
export const loader = readPage(async (api, { code = '' }, search) => {
  return {
    code: await api.get(`/api/desk/codes/${encodeURIComponent(code)}/`),
    saved: search.get('saved'),
  };
});

export const meta = titled('Promo code');

export default showPage<typeof loader>(({ data: { code, saved } }) => (
  <Page
    title={code.code}
    crumb={{ to: '/desk/codes', words: 'Promo codes' }}
    below={
      <p className="text-soft">
        <CodeStateMark code={code} />
      </p>
    }
  >
    <Columns
      aside={
        <>
          <CartPreview code={code.code} kind={code.kind} value={code.value} least={code.least} />
          <Slip
            as="div"
            title={`Used ${code.used}${code.uses === null ? (code.used === 1 ? ' time' : ' times') : ` of ${code.uses}`}`}
          >
            {code.uses !== null && <Fill look="soon" part={Math.min(1, code.used / code.uses)} />}
            <p className="text-small text-soft">
              {formatPounds(code.given)} given away, {formatPounds(code.brought)} of orders came with it.
            </p>
          </Slip>
        </>
      }
    >
      <section className="grid gap-3">
        <Heading>What it gives</Heading>
        <Facts
          facts={[
            ['Gives', sayGives(code)],
            ['For', sayFor(code)],
            ['From – until, end of day', sayWhen(code)],
            ['Uses in all', code.uses ?? 'no end'],
            ['Uses per person', code.each ?? 'no end'],
          ]}
        />
        <p className="text-small text-soft">
          What a code gives never changes, because people have read it. End it, and make a new one.
        </p>
        <Form
          act={switchCode}
          className="grid gap-3.5"
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
        </Form>
      </section>
    </Columns>
  </Page>
));
