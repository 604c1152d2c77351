import { type SubmitEvent, useCallback, useEffect, useRef } from 'react';
import type { Run } from '#contract/runs.ts';

/** A run that was removed takes the focus with it: then it is where its stops are now, or at the top. */
export function useRemoval(runs: readonly Run[]): (event: SubmitEvent<HTMLElement>) => void {
  const removed = useRef<number>(undefined);
  useEffect(() => {
    if (removed.current === undefined || runs.some(({ id }) => id === removed.current)) return;
    removed.current = undefined;
    (document.getElementById('loose') ?? document.getElementById('deliveries'))?.focus();
  }, [runs]);
  return useCallback(({ target }) => {
    const form = new FormData(target as HTMLFormElement);
    if (form.get('do') === 'remove') removed.current = Number(form.get('run'));
  }, []);
}
