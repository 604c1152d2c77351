import type { ReactNode } from 'react';
import { useOfflineIsOver } from '../../ui/use-is-offline.ts';
import type { Fields } from '../desk-api.ts';
import { otherWords, wantsPasskey } from './answers.tsx';

type Look = 'refused' | 'saved' | 'warn';
const LOOKS: Record<Look, string> = {
  refused: 'border-error border-l-4 bg-lift text-error',
  saved: 'rounded-square bg-sage',
  warn: 'rounded-square bg-tint text-marigold-ink',
};

/** One line that says what happened: refused, saved, or to be looked at. */
export const Said = ({
  look,
  role = look === 'refused' ? 'alert' : 'status',
  children,
  className = '',
}: {
  look: Look;
  role?: 'alert' | 'status' | undefined;
  children: ReactNode;
  className?: string;
}) => (
  <p className={`px-3.5 py-2.5 font-semibold ${LOOKS[look]} ${className}`} role={role} tabIndex={-1}>
    {children}
  </p>
);

/** What a page or a form that was refused says above itself. Where there are scripts a dialog asks for the passkey instead. */
export function Refusals({ refused, fields = [] }: { refused: Fields | undefined; fields?: Iterable<string> }) {
  const isOver = useOfflineIsOver();
  const words = otherWords(refused, new Set(fields));
  if (!words || isOver(words)) return null;
  return (
    <Said look="refused" className={wantsPasskey(refused) ? 'my-2 in-dialog' : 'my-2'}>
      {words}
    </Said>
  );
}

/** What went wrong with a press, where there is anything to say. */
export const ProblemLine = ({ words }: { words: string | undefined }) =>
  words && (
    <p className="font-semibold text-error text-small" role="alert">
      {words}
    </p>
  );
