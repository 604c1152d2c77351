import { act, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { DeskClaim, DeskClaimDetail } from '#contract/desk-claims.ts';
import { fillIn } from '../../testing/open-page.tsx';
import { type Answer, pretendApi } from '../../testing/pretend-api.ts';
import { openDeskPage, tellDesk } from '../testing/open-desk-page.tsx';
import * as claimPage from './claim-page.tsx';
import * as claimsPage from './claims-page.tsx';

const READ = 'GET /api/desk/claims/4/';
const REFUND = 'POST /api/desk/claims/4/refund/';
const REPLACE = 'POST /api/desk/claims/4/replace/';
const ANSWER = 'POST /api/desk/claims/4/answer/';

const makeClaim = (changes: Partial<DeskClaim> = {}): DeskClaim => ({
  id: 4,
  order: 7,
  text: 'The stems are broken.',
  made_at: '2026-11-16T15:00:00.000Z',
  on_the_day: true,
  status: 'open',
  answer: null,
  answered_at: null,
  replacement: null,
  bouquets: [{ name: 'Peony Weather', picture: null }],
  recipient: 'Nell Thorne',
  district: 'YO31',
  delivered_for: '2026-11-16',
  why: 'It is the second of this order.',
  by_itself: false,
  refunded: null,
  ...changes,
});

const REFUNDABLE = { order: 7, paid: 54, back: 0, left: 54, most_here: 54, confirm_above: 54 };
const makeDetail = (changes: Partial<DeskClaimDetail> = {}): DeskClaimDetail => ({
  ...makeClaim(),
  buyer: 'Rosalind Thorne',
  note: '',
  stage: 'delivered',
  outcome: null,
  has_delivery_photo: false,
  photo_taken_at: null,
  answered_by: null,
  replace_on: '2026-11-18',
  refund: REFUNDABLE,
  before: null,
  after: null,
  waiting: 1,
  ...changes,
});

describe('The claims', () => {
  async function open(answers: Record<string, Answer>, search = '') {
    const asked = pretendApi(answers);
    const opened = openDeskPage(claimsPage, { at: `/desk/claims${search}` });
    await screen.findByRole('heading', { level: 1, name: 'Claims' });
    return { asked, ...opened };
  }
  const openWaiting = (claims: DeskClaim[], answered: DeskClaim[] = []) =>
    open({
      'GET /api/desk/claims/?limit=100': { body: { claims, waiting: claims.length } },
      'GET /api/desk/claims/?status=answered&limit=10': { body: { claims: answered, waiting: claims.length } },
    });

  test('that wait say what is wrong, why they wait, and lead to their page', async () => {
    await openWaiting([makeClaim(), makeClaim({ id: 5, order: 8, why: null })]);
    expect(screen.getByText('2 wait for an answer, the longest first.')).toBeVisible();
    const [first, second] = screen.getAllByRole('listitem');
    expect(first).toHaveTextContent('Order 7 for Nell Thorne, YO31');
    expect(first).toHaveTextContent('Waits because it is the second of this order.');
    expect(within(first as HTMLElement).getByRole('link', { name: 'Look at it' })).toHaveAttribute(
      'href',
      '/desk/claims/4',
    );
    expect(second).not.toHaveTextContent('Waits because');
  });

  test('that there are none is said', async () => {
    await openWaiting([]);
    expect(screen.getByText('No claim waits for an answer.')).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Kept by itself' })).not.toBeInTheDocument();
  });

  test('that were kept by themselves stand below those that wait', async () => {
    const replacement = { order: 12, delivery_date: '2026-11-18' };
    await openWaiting(
      [],
      [makeClaim({ status: 'replaced', by_itself: true, replacement }), makeClaim({ id: 3, answer: 'Sorry.' })],
    );
    expect(screen.getByRole('heading', { name: 'Kept by itself' })).toBeVisible();
    expect(screen.getByText('Replaced by order 12, for Wednesday 18 November')).toBeVisible();
    expect(screen.queryByText('Answered', { selector: 'td' })).not.toBeInTheDocument();
  });

  test('that were answered are a row each with the outcome, twenty at once', async () => {
    const claims = Array.from({ length: 20 }, (_, place) => makeClaim({ id: 40 - place, answer: 'Sorry.' }));
    claims[0] = makeClaim({ id: 40, refunded: 12.5 });
    await open({ 'GET /api/desk/claims/?status=answered': { body: { claims, waiting: 0 } } }, '?status=answered');
    expect(screen.getByText('Refunded £12.50')).toBeVisible();
    expect(screen.getAllByText('Answered', { selector: 'td' })).toHaveLength(19);
    expect(screen.getByRole('link', { name: 'Earlier ones' })).toHaveAttribute(
      'href',
      '/desk/claims?status=answered&before=21',
    );
  });

  test('of which none was answered yet say so', async () => {
    await open({ 'GET /api/desk/claims/?status=answered': { body: { claims: [], waiting: 0 } } }, '?status=answered');
    expect(screen.getByText('No claim has been answered yet.')).toBeVisible();
  });
});

describe('A claim', () => {
  async function open(changes: Partial<DeskClaimDetail> = {}, answers: Record<string, Answer> = {}) {
    const asked = pretendApi({ [READ]: { body: makeDetail(changes) }, ...answers });
    const opened = openDeskPage(claimPage, { at: '/desk/claims/4', path: '/desk/claims/:id' });
    await screen.findByRole('heading', { level: 1, name: 'Peony Weather, order 7' });
    return { asked, ...opened };
  }
  const way = (name: RegExp) => screen.getByRole('radio', { name });
  const submit = () => screen.getByRole('button', { name: /Choose what to do/ });

  test('says who reported it and when, beside the photos', async () => {
    await open({ on_the_day: false, has_delivery_photo: true, outcome: 'neighbour', before: 3, after: 5 });
    expect(screen.getByText(/^Reported/)).toHaveTextContent(
      'by Rosalind Thorne, after the day of delivery, Monday 16 November. For Nell Thorne, YO31.',
    );
    expect(screen.getByAltText('Sent by the buyer')).toHaveAttribute('src', '/api/desk/claims/4/photo/');
    expect(screen.getByAltText('Taken by the driver at the door')).toBeVisible();
    expect(screen.getByText(/^At the door/)).toHaveTextContent('At the door, with a neighbour');
    expect(screen.getByRole('link', { name: 'Claim before' })).toHaveAttribute('href', '/desk/claims/3');
    expect(screen.getByRole('link', { name: 'Next claim' })).toHaveAttribute('href', '/desk/claims/5');
  });

  test('is refunded by the sum that is typed, with the words in one line', async () => {
    const { visitor, asked } = await open({}, { [REFUND]: { body: { claim: makeDetail(), outcome: 'done' } } });
    await visitor.click(way(/^Refund/));
    await fillIn(visitor, { 'How much, in pounds': '£12.50' });
    expect(submit()).toHaveTextContent('Refund £12.50');
    await visitor.type(screen.getByLabelText(/^Your words/), 'We are sorry,{Enter}all of us');
    pretendApi({
      [REFUND]: { body: {} },
      [READ]: {
        body: makeDetail({
          status: 'answered',
          refunded: 12.5,
          answered_by: 'Marigold',
          refund: { ...REFUNDABLE, back: 12.5 },
        }),
      },
    });
    await visitor.click(submit());
    expect(await screen.findByRole('heading', { name: 'Refunded £12.50' })).toBeVisible();
    expect(screen.getByText(/by Marigold\. £12\.50 of order 7 has gone back, or is on its way\.$/)).toBeVisible();
    expect(screen.queryByRole('radio')).not.toBeInTheDocument();
    expect(asked.find(({ call }) => call === REFUND)?.body).toEqual({
      amount: 12.5,
      words: 'We are sorry, all of us',
    });
  });

  test('of which a refund is refused says why at the sum, and keeps the words', async () => {
    const { visitor } = await open({}, { [REFUND]: { status: 400, body: { amount: ['Say how much, in pounds.'] } } });
    await visitor.click(way(/^Refund/));
    await fillIn(visitor, { 'How much, in pounds': 'half' });
    await visitor.type(screen.getByLabelText(/^Your words/), 'Sorry');
    await visitor.click(submit());
    const sum = await screen.findByRole('textbox', { name: /^How much/, description: /Say how much, in pounds\.$/ });
    expect(sum).toHaveValue('half');
    expect(screen.getByLabelText(/^Your words/)).toHaveValue('Sorry');
    expect(way(/^Refund/)).toBeChecked();
  });

  test('is replaced without words, or answered with them', async () => {
    const { visitor, asked } = await open({}, { [REPLACE]: { body: {} }, [ANSWER]: { body: {} } });
    expect(screen.getByText('Same bouquet, nothing to pay, Wednesday 18 November')).toBeVisible();
    await visitor.click(way(/^Send new flowers/));
    await visitor.click(submit());
    await screen.findByRole('heading', { level: 1 });
    await visitor.click(way(/^Only answer/));
    await visitor.type(screen.getByLabelText(/^Your words/), ' They open on the third day. ');
    expect(screen.getByLabelText(/^Your words/)).toHaveAccessibleDescription(/29 \/ 1,000$/);
    await visitor.click(submit());
    await screen.findByRole('heading', { level: 1 });
    expect(asked.filter(({ call }) => call.startsWith('POST')).map(({ call, body }) => [call, body])).toEqual([
      [REPLACE, {}],
      [ANSWER, { words: 'They open on the third day.' }],
    ]);
  });

  test('that somebody else answered meanwhile says so, and is shown as it is now', async () => {
    const { visitor } = await open();
    await visitor.click(way(/^Send new flowers/));
    pretendApi({
      [REPLACE]: { status: 409, body: { detail: 'It has been answered meanwhile.' } },
      [READ]: { body: makeDetail({ status: 'answered', answer: 'Sorry.', answered_by: 'Flora' }) },
    });
    await visitor.click(submit());
    expect(await screen.findByRole('heading', { name: 'Answered' })).toBeVisible();
    expect(screen.getByText('Sorry.')).toBeVisible();
  });

  test.each<[string, Partial<DeskClaimDetail>, RegExp, string]>([
    ['nothing can go back', { refund: null }, /^Refund/, ''],
    ['new flowers went out already', { replacement: { order: 12, delivery_date: '2026-11-18' } }, /^Send new/, ''],
  ])('where %s does not offer it', async (_, changes, name) => {
    await open(changes);
    expect(screen.queryByRole('radio', { name })).not.toBeInTheDocument();
    expect(way(/^Only answer/)).toBeVisible();
  });

  test.each([
    [{ most_here: 20 }, 'You may give back up to £20.00 of this order; above it an owner does.'],
    [{ most_here: 0 }, 'An owner gives back more of this order.'],
    [{ confirm_above: 30 }, 'Above £30.00 you confirm it with your passkey.'],
  ])('with %j says how much may go back', async (refund, words) => {
    await open({ refund: { ...REFUNDABLE, ...refund, back: 10 } });
    expect(screen.getByLabelText('How much, in pounds')).toHaveAccessibleDescription(words);
    expect(screen.getByText('£54.00 of order 7, all or a part; £10.00 has gone back already')).toBeVisible();
  });

  test('is read anew when its order changes, and for no other', async () => {
    const { asked } = await open();
    await act(async () => tellDesk('order 8'));
    expect(asked).toHaveLength(1);
    pretendApi({ [READ]: { body: makeDetail({ status: 'replaced', by_itself: true }) } });
    await tellDesk('order 7');
    expect(await screen.findByRole('heading', { name: 'Closed' })).toBeVisible();
  });
});
