import { createContext, type ReactNode, useContext } from 'react';
import { Refusal } from '../desk-api.ts';
import type { Refused } from '../desk-page.ts';

/** Why a form was refused: words under the fields they belong to, or under `detail`. */
export type Fields = Refused['refused'];

/** What the fields of a form show: the words at each, what was typed into it, and whether it is being sent. */
export type Answers = {
  wrong(name: string): string | undefined;
  typed(name: string, otherwise: string): string;
  ticked(name: string, otherwise: boolean): boolean;
  isSending: boolean;
};

/** Under this name the words of a refusal bring back what was typed, for whoever has no scripts. */
const TYPED = 'typed';

const wordsAt = (refused: Fields | undefined, name: string): string | undefined =>
  refused?.[name] === undefined ? undefined : [refused[name]].flat().join(' ');

export function toAnswers(refused: Fields | undefined, isSending = false, kept?: Refused['typed']): Answers {
  const sent = refused?.[TYPED];
  const typed = typeof sent === 'string' ? new URLSearchParams(sent) : undefined;
  return {
    wrong: (name) => wordsAt(refused, name),
    typed: (name, otherwise) => typed?.get(name) ?? kept?.[name] ?? otherwise,
    ticked: (name, otherwise) => (typed ? typed.has(name) : otherwise),
    isSending,
  };
}

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
    .filter(([name]) => !shown.has(name) && name !== TYPED && name !== 'confirm' && name !== 'current')
    .flatMap(([, words]) => words)
    .join(' ');

/** Whether a call was refused until a passkey confirms who asks. */
export const wantsPasskey = (refused: Fields | undefined): boolean =>
  (refused as { confirm?: unknown } | undefined)?.confirm === true;

/** Does what a form asks for; if it is refused, what was typed goes back with the words. */
export async function keepTyped<T>(form: FormData, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const typed = new URLSearchParams([...form].map(([name, value]) => [name, String(value)]));
    throw new Refusal(error.status, { ...error.fields, [TYPED]: typed.toString() });
  }
}
