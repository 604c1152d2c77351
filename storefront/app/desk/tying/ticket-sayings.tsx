import type { FormEvent, ReactNode } from 'react';
import type { Ticket } from '#contract/desk.ts';
import { send } from '../send.ts';
import { troubleWords } from './ticket-words.ts';

/** What whoever ties it should know. */
export const Saying = ({ name, children }: { name?: string; children: ReactNode }) => (
  <div className="py-3 px-3.5 rounded-square bg-tint text-[1.0625rem]">
    {name && <b className="text-small">{name}</b>}
    {children}
  </div>
);

type Props = { ticket: Ticket; onPress: (act: () => Promise<undefined>) => Promise<void> };

/** What the order waits for, and what ends it. */
export function Waiting({ ticket, onPress }: Props) {
  const { id, stage, swaps, troubles, swap_choice } = ticket;
  const act = (call: () => Promise<undefined>) => (event: FormEvent) => {
    event.preventDefault();
    void onPress(call);
  };
  return (
    <>
      {swap_choice === 'ask' && <Saying>If a flower is missing, this buyer wants to be asked first.</Saying>}
      {swaps.map((swap) => (
        <Saying key={swap.id} name={SWAP_WORDS[swap.state]}>
          <p>
            {swap.instead_count} {swap.instead} instead of {swap.count} {swap.flower}
          </p>
          {stage === 'to tie' && (
            <div className="desk-acts">
              {swap.state !== 'made' && swap.state !== 'fine' && (
                <form method="post" onSubmit={act(() => send('POST', `/api/desk/swaps/${swap.id}/settle/`))}>
                  <input type="hidden" name="swap" value={swap.id} />
                  <button type="submit" className="desk-button line" name="settle" value="1">
                    Agreed by telephone
                  </button>
                </form>
              )}
              <form method="post" onSubmit={act(() => send('DELETE', `/api/desk/swaps/${swap.id}/`))}>
                <input type="hidden" name="swap" value={swap.id} />
                <button type="submit" className="desk-button plain" name="withdraw" value="1">
                  Found after all
                </button>
              </form>
            </div>
          )}
        </Saying>
      ))}
      {troubles
        .filter((trouble) => trouble !== 'waits for the buyer' && trouble !== 'call the buyer')
        .map((trouble) => (
          <Saying key={trouble} name={troubleWords(trouble, ticket)}>
            {trouble === 'cannot be tied' && (
              <form method="post" onSubmit={act(() => send('DELETE', `/api/desk/orders/${id}/cannot-be-tied/`))}>
                <button type="submit" className="desk-button plain" name="can-be-tied" value="1">
                  It can be tied after all
                </button>
              </form>
            )}
          </Saying>
        ))}
    </>
  );
}

const SWAP_WORDS = {
  made: 'Swapped',
  asked: 'The buyer was asked',
  fine: 'The buyer agrees',
  call: 'The buyer wants a call',
};
