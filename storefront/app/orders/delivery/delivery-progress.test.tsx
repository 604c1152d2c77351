import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { OrderDelivery, Tracked } from '#contract/order-delivery.ts';
import type { Order } from '#contract/orders.ts';
import { openPage } from '../../testing/open-page.tsx';
import { type Answer, pretendApi } from '../../testing/pretend-api.ts';
import { pretendDownload } from '../../testing/pretend-download.ts';
import { pretendShopTime } from '../../testing/pretend-shop-time.ts';
import { pretendSignedIn } from '../../testing/pretend-signed-in.ts';
import { makeOrder } from '../../testing/samples.ts';
import { DeliveryProgress } from './delivery-progress.tsx';
import TrackPage from './track-page.tsx';

const READ = 'GET /api/user/orders/7/delivery/';
const PHOTO = 'GET /api/user/orders/7/delivery/photo/';
const CALENDAR = 'GET /api/user/orders/7/delivery/calendar/';
const TRACK = 'GET /api/track/abc/';

const makeDelivery = (changes: Partial<OrderDelivery> = {}): OrderDelivery => ({
  stage: 'out',
  day: '2026-11-17',
  by_carrier: false,
  ordered_at: '2026-11-16T09:00:00.000Z',
  tied_at: '2026-11-17T08:10:00.000Z',
  out_at: '2026-11-17T09:30:00.000Z',
  delivered_at: null,
  outcome: null,
  taken_by: '',
  tried_at: null,
  next_try: 'again',
  leaves_at: '09:00',
  stops_before: 2,
  carrier_number: '',
  has_photo: false,
  track_link: null,
  ...changes,
});

const steps = () =>
  within(screen.getByRole('list', { name: 'How far it is' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

beforeEach(async () => {
  await pretendShopTime('2026-11-17T10:00:00Z');
  pretendSignedIn();
});

describe('The progress of a delivery', () => {
  async function open(changes: Partial<OrderDelivery> = {}, answers: Record<string, Answer> = {}, isAsked = false) {
    const delivery = makeDelivery(changes);
    const stage = delivery.stage as Order['stage'];
    const asked = pretendApi({ [READ]: { body: delivery }, ...answers });
    const opened = openPage(<DeliveryProgress order={makeOrder({ stage })} isAsked={isAsked} />, { at: '/history/7' });
    await screen.findByRole('heading', { level: 2 });
    return { asked, ...opened };
  }

  test('says what was done when, and what is still to come', async () => {
    await open();
    expect(screen.getByRole('heading', { name: 'On its way.' })).toBeVisible();
    expect(screen.getByText(/^With our driver since 09:30\. 2 stops before yours/)).toBeVisible();
    expect(steps()).toEqual([
      'OrderedYesterday at 09:00',
      'TiedToday at 08:10',
      'On its wayToday at 09:30',
      'Delivered, still to come',
    ]);
  });

  test('of one that waits for an answer says that nothing is tied', async () => {
    await open({ stage: 'to tie', tied_at: null, out_at: null }, {}, true);
    expect(screen.getByRole('heading', { name: 'Not tied: you asked us to cancel it.' })).toBeVisible();
    expect(screen.getByText('We look at it, and write to you.')).toBeVisible();
  });

  test('by a carrier has the carrier’s number', async () => {
    await open({ by_carrier: true, carrier_number: 'RM 123' });
    expect(screen.getByText('The carrier calls it RM 123.')).toBeVisible();
  });

  test('ends with the driver’s photo, and with nothing to put into a calendar', async () => {
    await open(
      { stage: 'delivered', delivered_at: '2026-11-17T09:50:00.000Z', has_photo: true, taken_by: 'By Nell.' },
      { [PHOTO]: { body: 'photo' } },
    );
    expect(screen.getByRole('heading', { name: 'Delivered at 09:50.' })).toBeVisible();
    expect(await screen.findByAltText('The flowers where the driver left them')).toHaveAttribute(
      'src',
      expect.stringMatching(/^data:/),
    );
    expect(screen.getByText('Photographed by the driver, today at 09:50.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add to your calendar' })).not.toBeInTheDocument();
  });

  test('says that a photo could not be fetched, and fetches it when asked again', async () => {
    const { visitor } = await open({ stage: 'delivered', has_photo: true }, { [PHOTO]: { status: 500, body: {} } });
    expect(await screen.findByText(/^The driver’s photo could not be fetched\./)).toBeVisible();
    pretendApi({ [READ]: { body: makeDelivery({ stage: 'delivered', has_photo: true }) }, [PHOTO]: { body: 'photo' } });
    await visitor.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByAltText('The flowers where the driver left them')).toBeVisible();
  });

  test('has a link for whoever gets them, which is copied, or marked where that is not allowed', async () => {
    const link = 'https://shop.example/track/abc';
    await open({ track_link: link });
    const visitor = userEvent.setup();
    await visitor.click(screen.getByRole('button', { name: 'Copy the link' }));
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(link);
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Not allowed.'));
    await visitor.click(screen.getByRole('button', { name: 'Copied' }));
    const field = await screen.findByLabelText('The link for them');
    await waitFor(() => expect(field).toHaveFocus());
    expect(field).toHaveValue(link);
    expect(screen.getAllByText(/^Your browser does not let us copy the link\./)).not.toHaveLength(0);
  });

  test('is a file for a calendar; one that does not come is said', async () => {
    const saved = pretendDownload();
    const { visitor } = await open({}, { [CALENDAR]: { body: 'BEGIN:VCALENDAR' } });
    await visitor.click(screen.getByRole('button', { name: 'Add to your calendar' }));
    await waitFor(() => expect(saved.names).toEqual(['flowers-7.ics']));
    pretendApi({ [READ]: { body: makeDelivery() }, [CALENDAR]: { status: 500, body: {} } });
    await visitor.click(screen.getByRole('button', { name: 'Add to your calendar' }));
    expect(await screen.findByText(/^Something went wrong on our side\./)).toBeVisible();
  });

  test('of a cancelled order is asked for by nobody', () => {
    const asked = pretendApi({});
    openPage(<DeliveryProgress order={makeOrder({ stage: 'cancelled' })} isAsked={false} />);
    expect(screen.queryByRole('heading')).not.toBeInTheDocument();
    expect(asked).toEqual([]);
  });
});

describe('The page of whoever gets the flowers', () => {
  const open = (answer: Answer) => {
    pretendApi({ [TRACK]: answer });
    return openPage(<TrackPage />, { at: '/track/abc', path: '/track/:token' });
  };
  const { ordered_at: _ordered, leaves_at: _leaves, stops_before: _stops, ...rest } = makeDelivery();
  const { carrier_number: _number, has_photo: _photo, track_link: _link, ...tracked } = rest;
  const TRACKED: Tracked = { ...tracked, recipient: 'Nell' };

  test('says how far they are, and nothing of the order', async () => {
    open({ body: TRACKED });
    expect(await screen.findByRole('heading', { level: 1, name: 'On its way.' })).toBeVisible();
    expect(screen.getByText('Flowers for Nell, Tuesday 17 November.')).toBeVisible();
    expect(steps()).toHaveLength(3);
  });

  test('of a link that is over says so', async () => {
    open({ status: 404, body: { detail: 'Not found.' } });
    expect(await screen.findByRole('heading', { name: 'This link is no longer good.' })).toBeVisible();
    expect(screen.queryByRole('list')).not.toBeInTheDocument();
  });

  test('that does not come says so, and comes when asked again', async () => {
    const { visitor } = open({ status: 500, body: {} });
    expect(await screen.findByRole('alert')).toHaveTextContent('How far they are could not be loaded.');
    pretendApi({ [TRACK]: { body: TRACKED } });
    await visitor.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'On its way.' })).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});
