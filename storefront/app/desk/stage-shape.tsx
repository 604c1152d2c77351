import type { OrderStage } from '#contract/orders.ts';

/** A stage is a shape and a word, then a colour. */
export const STAGE_WORDS: Record<OrderStage, string> = {
  'awaiting payment': 'Not paid yet',
  'to tie': 'To tie',
  tied: 'Tied',
  out: 'Out',
  delivered: 'Delivered',
  'not delivered': 'Came back',
  cancelled: 'Cancelled',
};

const RING = '<circle cx="10" cy="10" r="7.5" fill="none" stroke="#17301f" stroke-width="2"/>';
const BOW =
  '<path d="M10 10 2.5 4.8v10.4zM10 10l7.5-5.2v10.4z" fill="#f2a51f" stroke="#8a4f00" stroke-width="1.4"/><circle cx="10" cy="10" r="2.6" fill="#8a4f00"/>';
const TRIANGLE =
  '<path d="M4 3.5 17 10 4 16.5z" fill="#e2e7d2" stroke="#1e4a30" stroke-width="1.8" stroke-linejoin="round"/>';
const DISC =
  '<circle cx="10" cy="10" r="8.5" fill="#1e4a30"/><path d="m6 10.3 2.8 2.8L14 7.7" fill="none" stroke="#fdfbf6" stroke-width="2" stroke-linecap="round"/>';
const HOUSE =
  '<path d="M10 1.5 18.5 8.5V18h-17V8.5z" fill="#1e4a30"/><path d="m6.5 12 2.5 2.5 4.5-4.5" fill="none" stroke="#fdfbf6" stroke-width="2" stroke-linecap="round"/>';
const DIAMOND =
  '<path d="M10 1.5 18.5 10 10 18.5 1.5 10z" fill="#fdfbf6" stroke="#a12a1c" stroke-width="1.8"/><path d="M10 6v5M10 13.5v.1" stroke="#a12a1c" stroke-width="2" stroke-linecap="round"/>';
const STRUCK =
  '<circle cx="10" cy="10" r="7.5" fill="none" stroke="#596656" stroke-width="2"/><path d="m4.5 15.5 11-11" stroke="#596656" stroke-width="2"/>';
const DASHED = '<circle cx="10" cy="10" r="7.5" fill="none" stroke="#596656" stroke-width="2" stroke-dasharray="3 3"/>';

const KEPT =
  '<g fill="none" stroke="#8a4f00" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><circle cx="10" cy="10" r="7.5" stroke-dasharray="3 2.7"/><path d="M10 13.5v-6M7.5 9.5 10 7l2.5 2.5"/></g>';

const POUND =
  '<circle cx="10" cy="10" r="8" fill="#e2e7d2" stroke="#1e4a30" stroke-width="1.6"/><path d="M12.7 7.4c-.4-1-1.2-1.5-2.2-1.5-1.4 0-2.3 1-2.3 2.4 0 1.6.9 2.4.5 4-.2.7-.6 1.2-1.2 1.6h5.6M7.2 10.2h4" fill="none" stroke="#1e4a30" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"/>';
const TURNED =
  '<rect x="2" y="2" width="16" height="16" rx="1.5" fill="#fdfbf6" stroke="#a12a1c" stroke-width="1.6"/><path d="M8.5 6 5.5 9l3 3M6 9h5.5a2.5 2.5 0 0 1 0 5H9" fill="none" stroke="#a12a1c" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"/>';
const LETTER =
  '<rect x="1.8" y="4" width="16.4" height="12" rx="1.5" fill="#fdfbf6" stroke="#4b5b4e" stroke-width="1.5"/><path d="m2.5 5 7.5 6 7.5-6" fill="none" stroke="#4b5b4e" stroke-width="1.5"/>';

/** As markup, ready to be set: a sheet has hundreds of them, and each attribute that is rendered is paid for. */
const SHAPES = {
  'awaiting payment': { __html: DASHED },
  'to tie': { __html: RING },
  tied: { __html: BOW },
  out: { __html: TRIANGLE },
  delivered: { __html: DISC },
  'not delivered': { __html: DIAMOND },
  cancelled: { __html: STRUCK },
  neighbour: { __html: HOUSE },
  kept: { __html: KEPT },
  trouble: { __html: DIAMOND },
  paid: { __html: POUND },
  refunded: { __html: TURNED },
  letter: { __html: LETTER },
} satisfies Record<OrderStage | 'neighbour' | 'kept' | 'trouble' | 'paid' | 'refunded' | 'letter', { __html: string }>;

/** Never alone: its word stands beside it. */
export const StageShape = ({ of }: { of: keyof typeof SHAPES }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: constants of this file.
  <svg className="desk-shape" viewBox="0 0 20 20" aria-hidden="true" dangerouslySetInnerHTML={SHAPES[of]} />
);

type StageProps = { of: keyof typeof SHAPES; words?: string | undefined };

/** The shape with its word. */
export const Stage = ({ of, words = STAGE_WORDS[of as OrderStage] }: StageProps) => (
  <span className="inline-flex items-center gap-2 whitespace-nowrap align-middle font-semibold max-[22em]:whitespace-normal">
    <StageShape of={of} />
    {words}
  </span>
);
