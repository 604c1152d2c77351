import { useNavigation } from 'react-router';

/** Shows that a page was asked for. The stylesheet waits 300 ms with it: most pages are there before. */
export function LoadingLine() {
  const { state } = useNavigation();
  return state === 'loading' ? <div className="desk-loading" aria-hidden="true" /> : null;
}
