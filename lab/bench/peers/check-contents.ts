import type { Bouquet } from './bouquets.ts';
import type { Call, Subject } from './calls.ts';
import { openConnection, type Reply } from './open-connection.ts';

/** So many bouquets an answer must name at least: an empty one would be cheap. */
const FEWEST: Partial<Record<Call, number>> = { 'list of 24': 24, detail: 1, 'substring search': 1 };
const TIMES = 3;

/** Throws unless the subject answers with bouquets, and not with an empty page. */
export async function checkContents(subject: Subject, bouquets: Bouquet[]): Promise<void> {
  await using connection = openConnection(subject.url);
  for (const [call, fewest] of Object.entries(FEWEST) as [Call, number][]) {
    const act = await subject.visit(call, connection);
    for (let time = 0; act && time < TIMES; time++) {
      const { text } = (await act()) as Pick<Reply, 'text'>;
      const named = bouquets.filter(({ name }) => text.includes(JSON.stringify(name))).length;
      if (named < fewest) throw new Error(`${subject.name}, ${call}: ${named} bouquets. ${text.slice(0, 300)}`);
    }
  }
}
