/**
 * Says whether an element is on the screen, at first and whenever that changes. A busy browser reports several changes
 * at once, the last of which holds. Returns what ends it.
 */
export function observeVisibility(
  element: Element,
  onChange: (isVisible: boolean) => void,
  /** How far around the screen counts as on it. */
  rootMargin = '0px',
): () => void {
  const observer = new IntersectionObserver((entries) => onChange(entries.at(-1)?.isIntersecting ?? false), {
    rootMargin,
  });
  observer.observe(element);
  return () => observer.disconnect();
}
