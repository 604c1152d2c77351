import { act, render, renderHook, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Me } from '#contract/staff.ts';
import { holdAnswer, pretendApi, pretendOffline } from '../../testing/pretend-api.ts';
import { pretendDatabases } from '../../testing/pretend-databases.ts';
import { pretendLocks } from '../../testing/pretend-locks.ts';
import { LineBroken, StuckPresses } from '../line-broken.tsx';
import { STOP_PRESSES } from '../runs/stop-presses.ts';
import { TIES, useTies } from '../tying/use-ties.ts';
import { MOST_TRIES, sendPresses } from './send-presses.ts';
import { useOutbox } from './use-outbox.ts';

const HANA: Me = {
  id: 7,
  name: 'Hana Okafor',
  email: 'hana@shop.example',
  roles: ['florist'],
  has_passkey: true,
  opened_by: 'passkey',
};
const TIE = 'POST /api/desk/orders/tie/';
const OUR_FAULT = { status: 500, body: { detail: 'Something went wrong on our side.' } };
const tied = (order: number) => ({ body: { orders: [{ order, done: true, stage: 'tied', words: null }] } });

let device: ReturnType<typeof pretendDatabases>;
/** What the page does, in order. */
let done: string[];

beforeEach(() => {
  device = pretendDatabases();
  done = [];
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
});

function openBench({ me = HANA, isBroken = false }: { me?: Me; isBroken?: boolean } = {}) {
  const refresh = async () => void done.push('refreshed');
  const say = (words: string) => done.push(words);
  return renderHook((given) => useTies({ me, refresh, say, ...given }), { initialProps: { isBroken } });
}
const openShop = (answer: Parameters<typeof pretendApi>[0][string] = tied(1)) =>
  pretendApi({ 'GET /api/desk/me/': { body: HANA }, [TIE]: answer });

describe('at the bench', () => {
  test('what cannot be sent is kept, found again by the next page, and sent as soon as the shop is back', async () => {
    pretendOffline();
    const { result, unmount } = openBench();
    expect(await act(() => result.current.tie([1]))).toBeUndefined();
    expect([...result.current.kept]).toEqual([1]);
    unmount();

    const { result: next, rerender } = openBench({ isBroken: true });
    await waitFor(() => expect([...next.current.kept]).toEqual([1]));
    expect(next.current.waiting).toBe(1);
    const asked = openShop();
    rerender({ isBroken: false });
    await waitFor(() => expect([...next.current.kept]).toEqual([]));
    expect(asked.map(({ call, body }) => [call, body])).toEqual([
      ['GET /api/desk/me/', undefined],
      [TIE, { orders: [1] }],
    ]);
    expect(device.rowsOf('bench')).toEqual([]);
  });

  test('what the shop does not take is said once, and what is true now is shown before the ticket moves back', async () => {
    const words = 'Order 1 was cancelled: it is not to be tied.';
    pretendOffline();
    const { result, rerender } = openBench({ isBroken: true });
    await act(() => result.current.keep([1]));
    openShop({ body: { orders: [{ order: 1, done: false, stage: 'cancelled', words }] } });
    rerender({ isBroken: false });
    await waitFor(() => expect(done).toEqual([words, 'refreshed']));
    await waitFor(() => expect([...result.current.kept]).toEqual([]));
    rerender({ isBroken: true });
    rerender({ isBroken: false });
    await act(async () => {});
    expect(done).toEqual([words, 'refreshed']);
  });

  test('a page that nobody looks at leaves it to be said until somebody does', async () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    openShop({ status: 400, body: { detail: 'No.' } });
    const { result, rerender } = openBench({ isBroken: true });
    await act(() => result.current.keep([1]));
    rerender({ isBroken: false });
    await waitFor(() => expect(device.rowsOf('bench')).toMatchObject([{ refused: 'No.' }]));
    expect(done).toEqual([]);
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await waitFor(() => expect(done).toEqual(['No.', 'refreshed']));
  });

  test('a page that was left meanwhile says nothing, and the next one does', async () => {
    const held = holdAnswer({ status: 400, body: { detail: 'No.' } });
    const asked = openShop(held.answer);
    const { result, rerender, unmount } = openBench({ isBroken: true });
    await act(() => result.current.keep([1]));
    rerender({ isBroken: false });
    await waitFor(() => expect(asked).toHaveLength(2));
    unmount();
    held.release();
    await waitFor(() => expect(device.rowsOf('bench')).toMatchObject([{ refused: 'No.' }]));
    expect(done).toEqual([]);
    openBench();
    await waitFor(() => expect(done).toEqual(['No.', 'refreshed']));
  });

  test('a refusal is not kept, and a device that is full says what happened', async () => {
    openShop({ status: 409, body: { detail: 'Not now.' } });
    const { result } = openBench();
    const tie = () => act(() => result.current.tie([1]).catch((error) => error.message));
    expect(await tie()).toBe('Not now.');
    device.isFull = true;
    pretendOffline();
    expect(await tie()).toContain('reach the shop');
    expect(device.rowsOf('bench')).toEqual([]);
  });

  test('what is taken back before it was sent is never sent; what was sent is to be taken back at the shop', async () => {
    pretendOffline();
    const { result } = openBench({ isBroken: true });
    await act(() => result.current.keep([1, 2]));
    expect(await act(() => result.current.forgetUnsent([2, 3]))).toEqual([2]);
    expect([...result.current.kept]).toEqual([1]);
    expect(device.rowsOf('bench')).toMatchObject([{ order: 1 }]);
  });

  test('what is on its way when it is taken back is to be taken back at the shop', async () => {
    pretendLocks();
    const held = holdAnswer(tied(1));
    const asked = openShop(held.answer);
    const { result, rerender } = openBench({ isBroken: true });
    await act(() => result.current.keep([1]));
    rerender({ isBroken: false });
    await waitFor(() => expect(asked).toHaveLength(2));
    const takenBack = result.current.forgetUnsent([1]);
    await act(async () => {});
    expect(device.rowsOf('bench')).toMatchObject([{ order: 1, isSent: false }]);
    held.release();
    expect(await act(() => takenBack)).toEqual([]);
    expect(device.rowsOf('bench')).toEqual([]);
  });

  test('is taken back at once while the shop does not even say who is here', async () => {
    pretendLocks();
    const held = holdAnswer({ body: HANA });
    const asked = pretendApi({ 'GET /api/desk/me/': held.answer, [TIE]: tied(1) });
    const { result, rerender } = openBench({ isBroken: true });
    await act(() => result.current.keep([1]));
    rerender({ isBroken: false });
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(await act(() => result.current.forgetUnsent([1]))).toEqual([1]);
    held.release();
    await act(async () => {});
    expect(asked.filter(({ call }) => call === TIE)).toEqual([]);
  });

  test('what another has pressed is named, and not shown as pressed by who is here', async () => {
    pretendOffline();
    const { result, unmount } = openBench();
    await act(() => result.current.keep([1, 2]));
    unmount();
    const { result: next } = openBench({ me: { ...HANA, id: 8, name: 'Wren Adeyemi' } });
    await waitFor(() => expect(next.current.ofOthers).toHaveLength(1));
    expect(next.current.kept.size).toBe(0);
    render(<LineBroken isBroken={false} {...next.current} />);
    expect(screen.getByRole('status')).toHaveTextContent(
      '2 presses by Hana Okafor are kept on this device and sent when Hana Okafor signs in here.',
    );
  });

  test('another tab shows what was kept', async () => {
    pretendOffline();
    const { result } = openBench();
    const { result: other } = openBench();
    await act(() => result.current.keep([1]));
    await waitFor(() => expect([...other.current.kept]).toEqual([1]));
  });

  test('one that the shop fails on too often can be tried again, and dropped', async () => {
    openShop(OUR_FAULT);
    const { result } = openBench({ isBroken: true });
    await act(() => result.current.keep([1, 2]));
    vi.useFakeTimers({ toFake: ['Date'] });
    for (let time = 0; time < 2 * MOST_TRIES; time++) {
      vi.advanceTimersByTime(10_000);
      await act(() => sendPresses(TIES));
    }
    await waitFor(() => expect(result.current.stuck).toHaveLength(2));
    expect(result.current.stuck.map(({ order }) => order)).toEqual([1, 2]);
    expect(result.current.waiting).toBe(0);
    vi.useRealTimers();

    openShop();
    render(<StuckPresses {...result.current} />);
    expect(screen.getAllByRole('alert')[0]).toHaveTextContent('Tied, order 1: the shop failed on it 5 times.');
    await userEvent.click(screen.getByRole('button', { name: /^Drop it ?, order 2$/ }));
    await userEvent.click(screen.getByRole('button', { name: /^Try again ?, order 1$/ }));
    await waitFor(() => expect(device.rowsOf('bench')).toEqual([]));
    expect(done).toEqual(['refreshed']);
  });

  test('what version 0.1 kept in this browser is sent, each order of a press for itself', async () => {
    const name = `desk-kept-presses-${HANA.id}`;
    localStorage.setItem(
      name,
      JSON.stringify([{ orders: [3, 1], at: new Date().toISOString(), failed: { times: 5, at: 1 }, isStuck: true }]),
    );
    localStorage.setItem('desk-kept-presses-8', JSON.stringify([{ orders: [2], at: new Date().toISOString() }]));
    const asked = openShop((body) => tied(Number((body as { orders: number[] }).orders[0])));
    vi.useFakeTimers();
    openBench();
    await act(() => vi.advanceTimersByTimeAsync(6_000));
    expect(localStorage.getItem(name)).toBeNull();
    expect(done).toEqual(['refreshed']);
    expect(asked.flatMap(({ body }) => body ?? [])).toEqual([{ orders: [3] }, { orders: [1] }]);
    // Another's waits until that person signs in.
    expect(localStorage.getItem('desk-kept-presses-8')).not.toBeNull();
  });

  test('a store that somebody broke is empty, and keeps nothing from being sent', async () => {
    localStorage.setItem(`desk-kept-presses-${HANA.id}`, '{');
    const asked = openShop();
    const { result, rerender } = openBench({ isBroken: true });
    await act(() => result.current.keep([1]));
    rerender({ isBroken: false });
    await waitFor(() => expect(asked.filter(({ call }) => call === TIE)).toHaveLength(1));
    await waitFor(() => expect(result.current.waiting).toBe(0));
  });
});

describe('on the phone of a driver', () => {
  const STOP = { key: 'k', order: 1, name: 'Rosalind', outcome: 'handed over', takenBy: '', photo: null } as const;
  const OUTCOME = 'POST /api/desk/stops/1/outcome/';

  test('a press goes by itself when it can no longer be taken back, and stays for the day', async () => {
    vi.useFakeTimers();
    const asked = pretendApi({ 'GET /api/desk/me/': { body: HANA }, [OUTCOME]: { body: {} } });
    const { result } = renderHook(() => useOutbox(STOP_PRESSES, HANA));
    await act(() => result.current.keep([STOP]));
    expect(result.current.held).toMatchObject({ order: 1 });
    expect(result.current.waiting).toBe(0);
    await act(() => vi.advanceTimersByTimeAsync(5_900));
    expect(asked.filter(({ call }) => call === OUTCOME)).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(200));
    expect(asked.filter(({ call }) => call === OUTCOME)).toHaveLength(1);
    expect(result.current.kept).toMatchObject([{ isSent: true }]);
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(asked.filter(({ call }) => call === OUTCOME)).toHaveLength(1);
    expect(device.rowsOf('driver')).toHaveLength(1);
  });

  test('without signal it says so and waits; signed out it asks for that', async () => {
    vi.useFakeTimers();
    pretendOffline();
    const { result } = renderHook(() => useOutbox(STOP_PRESSES, HANA));
    await act(() => result.current.keep([STOP]));
    await act(() => vi.advanceTimersByTimeAsync(7_000));
    expect(result.current).toMatchObject({ isOnline: false, state: 'no network', waiting: 1 });
    pretendApi({ 'GET /api/desk/me/': { status: 401, body: { detail: 'Sign in.' } } });
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect(result.current).toMatchObject({ isOnline: true, state: 'signed out', waiting: 1 });
  });

  test('that a photo was not taken stays until it was read', async () => {
    pretendApi({
      'GET /api/desk/me/': { body: HANA },
      [OUTCOME]: (form) =>
        form instanceof FormData && form.has('photo') ? { status: 413, body: { photo: ['Too large.'] } } : { body: {} },
    });
    await STOP_PRESSES.store.add([
      { ...STOP, by: HANA, photo: new Blob(['x']), holdUntil: 0, pressedAt: new Date().toISOString() },
    ]);
    const { result } = renderHook(() => useOutbox(STOP_PRESSES, HANA));
    await waitFor(() => expect(result.current.kept).toMatchObject([{ isSent: true, photoRefused: 'Too large.' }]));
    const [press] = result.current.kept;
    if (press) await act(() => result.current.forgetPhoto(press));
    expect(result.current.kept[0]?.photoRefused).toBeUndefined();
  });
});
