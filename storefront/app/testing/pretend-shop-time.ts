import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, onTestFinished } from 'vitest';
import type { DeliveryRules } from '#contract/delivery-rules.ts';
import { refreshRules, useShopNow } from '../shell/shop-clock.ts';
import { forgetCalls, pretendApi } from './pretend-api.ts';

/** It is this moment in the shop, with these rules of delivery, until the test is over. What a test answers comes after this. */
export async function pretendShopTime(now: string, rules?: DeliveryRules): Promise<void> {
  pretendApi({ 'GET /api/delivery/': { body: { now, rules } } });
  await showTime(Date.parse(now));
  forgetCalls();
  // The clock is one for all files of a worker.
  onTestFinished(async () => {
    forgetCalls();
    await showTime(Date.now());
  });
}

async function showTime(wanted: number): Promise<void> {
  const { result, unmount } = renderHook(useShopNow);
  await act(refreshRules);
  await waitFor(() => expect(Math.abs(Number(result.current) - wanted)).toBeLessThan(60_000));
  unmount();
}
