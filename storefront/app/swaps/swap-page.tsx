import { useEffect, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { formatDay } from '#contract/delivery.ts';
import type { AnswerSwap, SwapQuestion } from '#contract/desk-swaps.ts';
import { callApi, getJson } from '../api/client.ts';
import { failureWords } from '../api/failure-words.ts';
import { pageMeta } from '../page-meta.ts';
import { AuthPage } from '../session/auth-page.tsx';
import type { Route } from './+types/swap-page';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'May we swap a flower? – Marigold Lane',
    description: 'A flower of your order is missing: say whether another is fine.',
    path: '/swap',
    keepOutOfSearch: true,
  });

type Answer = AnswerSwap['answer'];
const BUTTONS: Record<Answer, string> = { fine: 'That is fine', call: 'Please call me' };
const ANSWERED: Record<Answer, string> = {
  fine: 'Thank you. We tie it so.',
  call: 'Thank you. We call you before we tie it.',
};

/** What the buyer is asked about a missing flower. Opening it is no answer: programs that check mail follow links too. */
export default function SwapPage() {
  const { key = '' } = useParams();
  const [search] = useSearchParams();
  const [question, setQuestion] = useState<SwapQuestion>();
  const [problem, setProblem] = useState('');
  const [isSending, setSending] = useState(false);
  const path = `/api/swaps/${encodeURIComponent(key)}/` as const;
  const wanted: Answer = search.get('answer') === 'call' ? 'call' : 'fine';

  useEffect(() => {
    getJson(path).then(setQuestion, (error) => setProblem(failureWords(error)));
  }, [path]);

  const answer = async (chosen: Answer) => {
    setSending(true);
    setProblem('');
    try {
      setQuestion(await callApi(`${path}answer/`, { method: 'POST', body: { answer: chosen } }));
    } catch (error) {
      setProblem(failureWords(error));
    }
    setSending(false);
  };
  const given = question?.state === 'fine' || question?.state === 'call' ? question.state : undefined;
  const open: Answer[] = wanted === 'fine' ? ['fine', 'call'] : ['call', 'fine'];
  return (
    <AuthPage title="May we swap a flower?">
      {!question && !problem && <p className="mt-4 text-lead">please wait...</p>}
      {question && (
        <>
          <p className="mt-4 text-lead">
            For {question.bouquet}, on {formatDay(question.arrives_on)}, we are short of {question.count} ×{' '}
            {question.flower}. We would use {question.instead_count} × {question.instead} instead.
          </p>
          {question.has_photo && (
            <img src={`${path}photo/`} alt={`${question.instead}, as we have it today`} className="mt-5 w-full" />
          )}
          <div role="status" className="mt-5">
            {given && <p className="text-lead">{ANSWERED[given]}</p>}
            {!question.can_answer && !given && <p className="text-lead">This has been settled meanwhile.</p>}
          </div>
          {question.can_answer && (
            <div className="mt-6 flex flex-wrap items-center gap-3">
              {open
                .filter((each) => each !== given)
                .map((each, place) => (
                  <button
                    key={each}
                    type="button"
                    className={place === 0 && !given ? 'button' : 'button outlined'}
                    disabled={isSending}
                    onClick={() => answer(each)}
                  >
                    {BUTTONS[each]}
                  </button>
                ))}
            </div>
          )}
        </>
      )}
      {problem && (
        <p role="alert" className="field-error mt-4">
          {problem}
        </p>
      )}
      <p className="mt-6">
        <Link to="/contact" className="link inline-flex min-h-11 items-center">
          Write to us instead
        </Link>
      </p>
    </AuthPage>
  );
}
