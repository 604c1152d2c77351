import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Claim, ClaimPromise } from '#contract/claims.ts';
import { MAX_PHOTO_BYTES } from '#contract/limits.ts';
import { openPage } from '../testing/open-page.tsx';
import { pretendApi } from '../testing/pretend-api.ts';
import { pretendShopTime } from '../testing/pretend-shop-time.ts';
import { pretendSignedIn } from '../testing/pretend-signed-in.ts';
import { pretendUpload } from '../testing/pretend-upload.ts';
import { makeOrder } from '../testing/samples.ts';
import { DamagedFlowers } from './damaged-flowers.tsx';

const CLAIM = 'GET /api/user/orders/7/claim/';
const PROMISE = 'GET /api/user/orders/7/claim/promise/';
const PHOTO = 'GET /api/user/orders/7/claim/photo/';
const NONE = { status: 404, body: { detail: 'Not found.' } };
const DAY = '2026-11-17';

const REPORTED: Claim = {
  id: 4,
  order: 7,
  text: 'The stems are broken.',
  made_at: '2026-11-17T15:00:00.000Z',
  on_the_day: true,
  status: 'open',
  answer: null,
  answered_at: null,
  replacement: null,
};

const makePhoto = (changes: { name?: string; type?: string; size?: number } = {}) => {
  const { name = 'broken.png', type = 'image/png', size = 9 } = changes;
  return new File([new Uint8Array(size)], name, { type });
};

async function open(answers: Parameters<typeof pretendApi>[0], at = '2026-11-17T15:00:00Z') {
  await pretendShopTime(at);
  pretendSignedIn();
  const asked = pretendApi(answers);
  return { asked, ...openPage(<DamagedFlowers order={makeOrder({ delivery_date: DAY })} wide />) };
}
const openForm = (promise: ClaimPromise['promise'] = 'replaced', at?: string) =>
  open({ [CLAIM]: NONE, [PROMISE]: { body: { promise } } }, at);
const choose = () => screen.findByLabelText(/^Choose a/);
const words = () => screen.getByLabelText('What is wrong with them?');
const send = () => screen.getByRole('button', { name: 'Send the report' });

test('Before the day of delivery nothing can be reported, and it is said from when', async () => {
  const { asked } = await open({}, '2026-11-16T23:59:00Z');
  expect(screen.getByText(/you can report it here from Tuesday 17 November/)).toBeVisible();
  expect(asked).toEqual([]);
});

describe('What is promised for a report', () => {
  test.each<[ClaimPromise['promise'], string]>([
    ['replaced', 'and we replace them. That is our promise.'],
    ['look first', 'the florist looks at it first'],
    ['not left', 'As far as we know your flowers have not arrived yet.'],
    ['sold out', 'Something in this order is sold out'],
    ['again', 'These were a replacement already'],
  ])('“%s” is said before anything is chosen', async (promise, said) => {
    await openForm(promise);
    expect(await screen.findByText((text) => text.includes(said))).toBeVisible();
  });

  test('after the day is no replacement, whatever the shop would have promised on it', async () => {
    await openForm('replaced', '2026-11-18T08:00:00Z');
    expect(await screen.findByText(/^The promised replacement is for reports on the day/)).toHaveTextContent(
      'Your statutory rights are not affected.',
    );
    expect(screen.queryByText(/That is our promise/)).not.toBeInTheDocument();
  });

  test('that could not be seen says so, and comes when asked again', async () => {
    const { visitor } = await open({ [CLAIM]: { status: 500, body: {} } });
    expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t see whether damage was reported.');
    pretendApi({ [CLAIM]: NONE, [PROMISE]: { body: { promise: 'replaced' } } });
    await visitor.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await choose()).toBeInTheDocument();
  });
});

describe('A report', () => {
  let upload: ReturnType<typeof pretendUpload>;
  beforeEach(() => {
    upload = pretendUpload();
  });

  test('is a photo and a text; says how much is sent, and what was received', async () => {
    const { visitor } = await openForm();
    expect(screen.queryByLabelText('What is wrong with them?')).not.toBeInTheDocument();
    await visitor.upload(await choose(), makePhoto());
    expect(await screen.findByAltText('The one you chose')).toHaveAttribute('src', expect.stringMatching(/^data:/));
    await visitor.type(words(), 'The stems are broken.');
    await visitor.click(send());
    await waitFor(() => expect(upload.sent).toHaveLength(1));
    const { path, form } = upload.sent[0] ?? {};
    expect(path).toBe('/api/user/orders/7/claim/');
    expect([...(form?.keys() ?? [])]).toEqual(['text', 'photo']);
    expect(form?.get('text')).toBe('The stems are broken.');
    act(() => upload.progress(50, 80));
    expect(screen.getByRole('progressbar', { name: 'Sending your photo, 62%' })).toHaveAttribute('value', '0.625');
    act(() => upload.progress(80, 80));
    expect(screen.getByText('It is there. We are looking at the photo.')).toBeVisible();
    pretendApi({ [PHOTO]: { body: 'photo' } });
    act(() => upload.answer(201, REPORTED));
    expect(await screen.findByRole('heading', { name: 'You reported damaged flowers' })).toHaveFocus();
    expect(screen.getByText(/^We have it, and an email that says so is on its way/)).toBeVisible();
  });

  test('without a text is refused under its field, and nothing is sent', async () => {
    const { visitor } = await openForm();
    await visitor.upload(await choose(), makePhoto());
    await visitor.click(await screen.findByRole('button', { name: 'Send the report' }));
    await waitFor(() => expect(words()).toBeInvalid());
    expect(words()).toHaveFocus();
    expect(upload.sent).toEqual([]);
  });

  test.each([
    [{ name: 'stems.gif', type: 'image/gif' }, 'Please send a photo as JPEG, PNG, WebP or HEIC.'],
    [{ size: 0 }, 'We could not read this photo.'],
    [{ size: MAX_PHOTO_BYTES + 1 }, 'This photo is too large. Please send one of at most 10 MB.'],
  ])('of a photo like %j is refused as soon as it is chosen', async (changes, why) => {
    const { visitor } = await openForm();
    // The browser's list of files offers other kinds too.
    const field = await choose();
    field.removeAttribute('accept');
    await visitor.upload(field, makePhoto(changes));
    expect(await screen.findByText(why)).toBeVisible();
    expect(field).toBeInvalid();
    expect(screen.queryByRole('button', { name: 'Send the report' })).not.toBeInTheDocument();
  });

  test('that the shop refuses says why under its field, and keeps photo and text', async () => {
    const { visitor } = await openForm();
    await visitor.upload(await choose(), makePhoto());
    await visitor.type(await screen.findByLabelText('What is wrong with them?'), 'Broken.');
    await visitor.click(send());
    await waitFor(() => expect(upload.sent).toHaveLength(1));
    act(() => upload.answer(400, { photo: ['This is not a photo that we can read.'] }));
    expect(await screen.findByText('This is not a photo that we can read.')).toBeVisible();
    expect(screen.getByText('Your report has not been sent.')).toBeVisible();
    expect(screen.getByText('broken.png')).toBeVisible();
    expect(words()).toHaveValue('Broken.');
  });

  test('whose answer was lost may have come, and is sent again by the same press', async () => {
    const { visitor } = await openForm();
    await visitor.upload(await choose(), makePhoto());
    await visitor.type(await screen.findByLabelText('What is wrong with them?'), 'Broken.');
    await visitor.click(send());
    await waitFor(() => expect(upload.sent).toHaveLength(1));
    act(() => upload.answer());
    expect(await screen.findByText(/^The shop’s answer was lost\. Please try again/)).toBeVisible();
    await visitor.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(upload.sent).toHaveLength(2));
    expect(upload.sent[1]?.form.get('text')).toBe('Broken.');
    pretendApi({ [PHOTO]: { body: 'photo' } });
    act(() => upload.answer(201, REPORTED));
    expect(await screen.findByRole('heading', { name: 'You reported damaged flowers' })).toBeVisible();
  });
});

describe('What was reported', () => {
  const openReported = (claim: Partial<Claim>) =>
    open({ [CLAIM]: { body: { ...REPORTED, ...claim } }, [PHOTO]: { body: 'photo' } });

  test('stands with its photo, and that new flowers come', async () => {
    await openReported({ status: 'replaced', replacement: { order: 12, delivery_date: '2026-11-18' } });
    expect(await screen.findByText(/^We are sorry that they arrived like this/)).toHaveTextContent(
      'New flowers come on Wednesday 18 November, at no charge: order 12.',
    );
    expect(screen.getByRole('link', { name: 'order 12' })).toHaveAttribute('href', '/history/12');
    expect(await screen.findByAltText('The flowers as they arrived')).toBeVisible();
    expect(screen.getByText(/Reported on/)).toHaveTextContent(
      '“The stems are broken.” Reported on Tuesday 17 November.',
    );
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  test('after the day keeps the rights of whoever waits', async () => {
    await openReported({ on_the_day: false });
    expect(await screen.findByText(/^We have it/)).toHaveTextContent('Your statutory rights are not affected.');
  });

  test('has the florist’s answer word for word', async () => {
    await openReported({
      status: 'answered',
      answer: 'They open\non the third day.',
      answered_at: '2026-11-18T09:00:00.000Z',
    });
    expect(await screen.findByText('The florist answered on Wednesday 18 November:')).toBeVisible();
    expect(screen.getByText(/They open\s+on the third day\./)).toBeVisible();
  });

  test('of which the photo does not come is not lost: that is said, and it comes when asked again', async () => {
    const { visitor } = await open({ [CLAIM]: { body: REPORTED }, [PHOTO]: { status: 500, body: {} } });
    expect(await screen.findByRole('alert')).toHaveTextContent('Your photo is kept, but it could not be fetched.');
    pretendApi({ [PHOTO]: { body: 'photo' } });
    await visitor.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByAltText('The flowers as they arrived')).toBeVisible();
  });
});
