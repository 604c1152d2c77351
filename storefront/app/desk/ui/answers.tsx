import { createContext, type ReactNode, useContext } from 'react';
import type { Fields } from '../desk-api.ts';

/** What the fields of a form show: the words at each, and whether it is being sent. */
export type Answers = { wrong(name: string): string | undefined; isSending: boolean };

export const toAnswers = (refused: Fields | undefined, isSending = false): Answers => ({
  wrong: (name) => (refused?.[name] === undefined ? undefined : [refused[name]].flat().join(' ')),
  isSending,
});

const Answered = createContext<Answers>(toAnswers(undefined));
export const useAnswers = (): Answers => useContext(Answered);

/** For fields that stand in no form of ours. */
export const AnswersTo = ({ refused, children }: { refused: Fields | undefined; children: ReactNode }) => (
  <Answered value={toAnswers(refused)}>{children}</Answered>
);
export const ProvideAnswers = Answered.Provider;

/** What a refusal says that belongs to no field that is shown. */
export const otherWords = (refused: Fields | undefined, shown: ReadonlySet<string>): string =>
  Object.entries(refused ?? {})
    .filter(([name]) => !shown.has(name) && name !== 'confirm' && name !== 'current')
    .flatMap(([, words]) => words)
    .join(' ');

/** Whether a call was refused until a passkey confirms who asks. */
export const wantsPasskey = (refused: Fields | undefined): boolean =>
  (refused as { confirm?: unknown } | undefined)?.confirm === true;
