import type { Act, Call, Subject } from './calls.ts';
import { openConnection } from './open-connection.ts';

export type Driven = { acts: number; seconds: number; ms: number[] };

/** So many visitors at once, each as fast as replies come, for so many seconds; `begin` is called when all are ready. */
export async function drive(
  subject: Subject,
  call: Call,
  { visitors, seconds }: { visitors: number; seconds: number },
  begin: () => void = () => {},
): Promise<Driven | undefined> {
  await subject.prepare?.(call);
  await using opened = new AsyncDisposableStack();
  const connections = Array.from({ length: visitors }, () => opened.use(openConnection(subject.url)));
  const ready = await Promise.all(connections.map((connection) => subject.visit(call, connection)));
  const acts = ready.filter((act): act is Act => act !== undefined);
  if (acts.length === 0) return undefined;
  begin();
  const start = performance.now();
  const deadline = start + seconds * 1000;
  const ms: number[] = [];
  await Promise.all(acts.map((act) => repeat(act, deadline, ms)));
  return { acts: ms.length, seconds: (performance.now() - start) / 1000, ms };
}

async function repeat(act: Act, deadline: number, ms: number[]): Promise<void> {
  for (let before = performance.now(); before < deadline; ) {
    await act();
    const after = performance.now();
    ms.push(after - before);
    before = after;
  }
}
