import { useEffect } from 'react';

/** What a press leads to may take the shop a moment; later than that nobody waits for it. */
const WITHIN_MS = 10_000;

/**
 * A press that takes itself away (a row that moves, a line that is done with) would leave the keyboard nowhere. The focus goes on
 * to the same press of the next row (`data-next`, a word for what it does), or else to the element that `data-after` names by its
 * id, or to what says what happened (`data-told`), as soon as that is there.
 */
export function useFocusGoesOn(): void {
  useEffect(() => {
    let lost: { from: HTMLElement; next: HTMLElement[]; after: string | undefined; until?: number } | undefined;
    const enter = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      const { next } = target.dataset;
      const same = next === undefined ? [] : [...document.querySelectorAll<HTMLElement>(`[data-next="${next}"]`)];
      const at = same.indexOf(target);
      lost = {
        from: target,
        next: [...same.slice(at + 1), ...same.slice(0, Math.max(0, at)).reverse()],
        after: target.closest<HTMLElement>('[data-after]')?.dataset.after,
      };
    };
    // Whoever presses elsewhere has left it, and wants it nowhere else.
    const forget = () => {
      lost = undefined;
    };
    const goOn = () => {
      if (!lost || document.activeElement !== document.body) return;
      if (isThere(lost.from)) return;
      lost.until ??= performance.now() + WITHIN_MS;
      if (performance.now() > lost.until) return forget();
      const after = lost.after === undefined ? null : document.getElementById(lost.after);
      const told = document.querySelector<HTMLElement>('[data-told]');
      [...lost.next, after, told].find((each) => each !== null && isThere(each))?.focus();
    };
    const changes = new MutationObserver(goOn);
    changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['open', 'disabled'] });
    document.addEventListener('focusin', enter);
    document.addEventListener('pointerdown', forget);
    return () => {
      changes.disconnect();
      document.removeEventListener('focusin', enter);
      document.removeEventListener('pointerdown', forget);
    };
  }, []);
}

/** In the page, seen, and not switched off. */
const isThere = (element: HTMLElement): boolean =>
  element.isConnected && element.checkVisibility() && !element.matches(':disabled');
